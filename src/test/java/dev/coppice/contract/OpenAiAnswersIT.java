package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.support.Json;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What adding items answers: references, repetitions, and ids that have two readings. */
class OpenAiAnswersIT extends OpenAiApi {
    private static final String REFERENCE = "{\"type\":\"item_reference\",\"id\":\"big\"}";

    /** A message of OpenAI's chat API that is two items. */
    private static final String TWO_CALLS =
            """
            {"id":"m","role":"assistant","content":null,"tool_calls":[\
            {"id":"c1","type":"function","function":{"name":"w","arguments":"{}"}},\
            {"id":"c2","type":"function","function":{"name":"w","arguments":"{}"}}]}""";

    private static String[] references(int count) {
        return Collections.nCopies(count, REFERENCE).toArray(String[]::new);
    }

    @Test
    void referencesToALargeItemAreLimited() {
        var id = conversation();
        var big = said("big", "user", "x".repeat(3 << 20));
        error(whenMemoryIsFree(() -> add(id, big, String.join(",", references(6)))), 413, null, "too_large");
        assertEquals(ids(), allIds(id));
        add(id, big).expect(200);
        error(whenMemoryIsFree(() -> add(id, references(1000))), 413, null, "too_large");
        assertEquals(
                ids("big", "big", "big"),
                whenMemoryIsFree(() -> add(id, references(3))).expect(200).all("/data", "id"));
        assertEquals(1, get(id).number("/messageCount"));
    }

    @Test
    void allItemsOfAMessageAreAnswered() {
        var id = conversation();
        for (int i = 0; i < 2; i++) {
            assertEquals(
                    ids("m", "m~2", "m"),
                    add(id, TWO_CALLS, "{\"id\":\"m\"}").expect(200).all("/data", "id"));
        }
        assertEquals(ids("m", "m~2"), allIds(id));
    }

    @Test
    void referencedMessageMayHaveTheIdOfAFurtherItem() {
        var id = conversation();
        append(id, message("m~2", "Another message.")).expect(201);
        append(id, TWO_CALLS).expect(201);
        var listed = add(id, "{\"id\":\"m\"}", "{\"id\":\"m~2\"}").expect(200);
        assertEquals("message", listed.at("/data/1/type"));
        assertEquals(
                listed.json().at("/data/1"),
                api().get(ITEM, id, "m~2").send().expect(200).json());
    }

    @Test
    void messageWithoutContentIsRefused() {
        for (var item : List.of("{\"role\":\"user\",\"content\":null}", "{\"role\":\"user\",\"parts\":[]}")) {
            error(add(conversation(), item), 400, "items[0].content", "invalid_message");
        }
        error(add(conversation(), "{\"type\":\"\"}"), 400, "items[0].type", "invalid_message");
        error(add(conversation(), "{\"type\":\"item_reference\"}"), 400, "items[0].id", "invalid_id");
    }

    @Test
    void returnedItemIsAcknowledged() {
        var id = conversation();
        append(id, "{\"id\":\"u\",\"role\":\"user\",\"content\":\"Hi\"}").expect(201);
        add(
                        id,
                        "{\"role\":\"assistant\",\"content\":\"Hello\"}",
                        "{\"id\":\"n\",\"role\":\"user\",\"content\":[{\"type\":\"thinking\",\"thinking\":\"hm\"}]}",
                        TWO_CALLS)
                .expect(200);
        var all = api().get(ITEMS, id).query("order", "asc").send().expect(200).json();
        var returned = all.path("data").valueStream().map(Object::toString).toArray(String[]::new);
        assertEquals(5, returned.length);
        assertEquals(all.path("data"), add(id, returned).expect(200).json().path("data"));
        assertEquals(4, get(id).number("/messageCount"));
        append(id, "{\"id\":\"d\",\"role\":\"user\",\"parts\":[{\"type\":\"data-x\",\"data\":1}]}")
                .expect(201);
        for (var existing : List.of("u", "d")) {
            error(add(id, said(existing, "user", "Bye")), 400, null, "message_exists");
        }
    }

    @Test
    void idOfAFurtherItemIsTaken() {
        var id = conversation();
        add(id, TWO_CALLS).expect(200);
        error(add(id, said("x", "user", "1"), said("m~2", "user", "2")), 400, "items[1].id", "invalid_value");
        add(id, said("m~3", "user", "3")).expect(200);
        append(id, message("m~2", "Another message.")).expect(201);
        for (var cursor : List.of("after", "before")) {
            error(api().get(ITEMS, id).query(cursor, "m~2").send(), 400, cursor, "invalid_value");
        }
        api().get(ITEMS, id).query("after", "m~3").send().expect(200);
    }

    @Test
    void pageIsNotEmptyBecauseOfLargeMessages() {
        var id = conversation();
        append(id, message("first", "Hi")).expect(201);
        for (var i = 0; i < 3; i++) {
            var data = Json.quote("x".repeat(3 << 20));
            append(
                            id,
                            "{\"id\":\"d" + i + "\",\"role\":\"user\",\"parts\":[{\"type\":\"data-x\",\"data\":" + data
                                    + "}]}")
                    .expect(201);
        }
        append(id, message("last", "Bye")).expect(201);
        for (var order : List.of("asc", "desc")) {
            var isUp = order.equals("asc");
            var page = api().get(ITEMS, id).query("order", order).query("after", isUp ? "first" : "last");
            var answer = whenMemoryIsFree(page::send).expect(200);
            assertEquals(ids(isUp ? "last" : "first"), answer.all("/data", "id"));
            assertEquals("false", answer.at("/has_more"));
        }
    }
}
