package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.HttpCall;
import dev.coppice.support.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lists of items: pages in both directions, and messages of other formats as items. */
class OpenAiPagesIT extends OpenAiApi {

    /** A message of the AI SDK that is four items. */
    private static final String CALLED =
            """
            {"id":"m1","role":"assistant","createdAt":"2026-03-01T10:00:00.000Z","parts":[{"type":"text","text":"I look."},\
            {"type":"tool-w","toolCallId":"c1","state":"output-available","input":{"q":1},"output":"20"},\
            {"type":"text","text":"20 degrees."}]}""";

    private static HttpCall list(String conversation, Object... parameters) {
        var call = api().get(ITEMS, conversation);
        for (var i = 0; i < parameters.length; i += 2) {
            call.query((String) parameters[i], parameters[i + 1]);
        }
        return call;
    }

    private static List<String> page(String conversation, Object... parameters) {
        return list(conversation, parameters).send().expect(200).all("/data", "id");
    }

    /** Messages of several formats: 1, 4, 1 and 1 items; the third message has none. */
    private static String mixed() {
        var id = conversation();
        append(id, message("m0", "How warm?"), CALLED).expect(201);
        append(id, "{\"id\":\"m2\",\"role\":\"user\",\"parts\":[{\"type\":\"data-x\",\"data\":1}]}")
                .expect(201);
        add(id, said("m3", "user", "Thanks.")).expect(200);
        append(id, "{\"id\":\"m4\",\"role\":\"assistant\",\"content\":\"Welcome.\"}")
                .expect(201);
        return id;
    }

    private static final List<String> MIXED = ids("m0", "m1", "m1~2", "m1~3", "m1~4", "m3", "m4");

    @ParameterizedTest
    @CsvSource({"1,asc", "2,asc", "3,asc", "5,asc", "7,asc", "100,asc", "1,desc", "2,desc", "3,desc", "6,desc", "8,desc"
    })
    void pagesMissNothingAndRepeatNothing(int limit, String order) {
        var id = mixed();
        var expected = new ArrayList<>(MIXED);
        if (order.equals("desc")) {
            Collections.reverse(expected);
        }
        var seen = new ArrayList<String>();
        HttpAnswer page = null;
        do {
            var call = list(id, "limit", limit, "order", order);
            page = (page == null ? call : call.query("after", page.at("/last_id")))
                    .send()
                    .expect(200);
            var ids = page.all("/data", "id");
            assertTrue(ids.size() == limit || page.at("/has_more").equals("false"), page.toString());
            assertEquals(ids.get(0), page.at("/first_id"));
            assertEquals(ids.get(ids.size() - 1), page.at("/last_id"));
            seen.addAll(ids);
        } while (page.at("/has_more").equals("true"));
        assertEquals(expected, seen);
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "3", "100"})
    void pagesBeforeAnItemEndThere(int limit) {
        var id = mixed();
        for (var i = 0; i < MIXED.size(); i++) {
            var from = Math.max(0, i - limit);
            assertEquals(MIXED.subList(from, i), page(id, "order", "asc", "limit", limit, "before", MIXED.get(i)));
            var newer = new ArrayList<>(MIXED.subList(i + 1, Math.min(MIXED.size(), i + 1 + limit)));
            Collections.reverse(newer);
            assertEquals(newer, page(id, "limit", limit, "before", MIXED.get(i)));
            assertEquals(
                    MIXED.subList(i + 1, Math.min(MIXED.size(), i + 1 + limit)),
                    page(id, "order", "asc", "limit", limit, "after", MIXED.get(i)));
        }
    }

    @Test
    void limitIsTwentyAndAtMostAHundred() {
        var id = conversation();
        add(id, numbered(0, 150)).expect(200);
        assertEquals(20, page(id).size());
        assertEquals("i149", page(id).get(0));
        assertEquals(100, page(id, "limit", 100).size());
        assertEquals(100, page(id, "limit", 5000).size());
        assertEquals(100, page(id, "limit", "99999999999999999999").size());
    }

    @Test
    void messageOfAnotherFormatIsGivenAsItems() {
        var id = mixed();
        var items = list(id, "order", "asc").send().expect(200).json().path("data");
        assertEquals(
                "{\"type\":\"message\",\"role\":\"assistant\",\"content\":[{\"type\":\"output_text\",\"text\":\"I look.\",\"annotations\":[],\"logprobs\":[]}],\"id\":\"m1\",\"status\":\"completed\"}",
                items.get(1).toString());
        assertEquals("function_call", Json.text(items.get(2).path("type")));
        assertEquals("function_call_output", Json.text(items.get(3).path("type")));
        for (var i = 0; i < MIXED.size(); i++) {
            assertEquals(
                    items.get(i),
                    api().get(ITEM, id, MIXED.get(i)).send().expect(200).json());
        }
        for (var none : ids("m1~5", "m1~1", "m1~0", "m2", "m0~2")) {
            noItem(api().get(ITEM, id, none).send(), none);
        }
    }

    @Test
    void oneOfSeveralItemsIsNotDeleted() {
        var id = mixed();
        for (var item : ids("m1", "m1~3")) {
            var refused = error(api().delete(ITEM, id, item).send(), 400, "item_id", "invalid_value");
            assertTrue(refused.at("/error/message").contains("message 'm1'"), refused.toString());
        }
        api().delete(ITEM, id, "m4").send().expect(200);
        assertEquals(MIXED.subList(0, 6), allIds(id));
    }

    @Test
    void listIsThePathToTheLeaf() {
        var id = conversation();
        add(id, numbered(0, 4)).expect(200);
        appendUnder(id, "i1", message("other", "Another way.")).expect(201);
        assertEquals(ids("i0", "i1", "other"), allIds(id));
        api().get(ITEM, id, "i3").send().expect(200);
        // A reader who has begun on the other branch stays there.
        assertEquals(ids("i2", "i1", "i0"), page(id, "after", "i3"));
        assertEquals(ids("i3"), page(id, "after", "i2", "order", "asc"));
        add(id, said("next", "user", "x")).expect(200);
        assertEquals(ids("i0", "i1", "other", "next"), allIds(id));
    }

    @Test
    void compactionsAreNotAppliedToTheList() {
        var id = conversation();
        add(id, numbered(0, 6)).expect(200);
        api().post(SESSION + "/compactions", id)
                .json("{\"fromMessageId\":\"i0\",\"toMessageId\":\"i3\",\"summary\":\"Short.\"}")
                .send()
                .expect(201);
        assertEquals(ids("i0", "i1", "i2", "i3", "i4", "i5"), allIds(id));
        assertEquals(3, history(id).json().path("messages").size());
        var turn = api().get(SESSION + "/turn", id)
                .query("format", "openai-responses")
                .send()
                .expect(200);
        assertEquals(Json.parse(said("i5", "assistant", "text 5")), turn.json().at("/input/2"));
    }

    @Test
    void itemsInAForkAndAfterDeletionsAreListed() {
        var id = conversation();
        add(id, numbered(0, 6)).expect(200);
        api().delete(ITEM, id, "i2").send().expect(200);
        var fork = unique("fork");
        api().post(SESSION + "/fork", id)
                .json(Json.object("atMessageId", "i4", "id", fork))
                .send()
                .expect(201);
        add(fork, said("f", "user", "x")).expect(200);
        assertEquals(ids("i0", "i1", "i3", "i4", "f"), allIds(fork));
        assertEquals(ids("f", "i4"), page(fork, "limit", 2));
        assertEquals(ids("i3", "i4"), page(fork, "limit", 2, "after", "i1", "order", "asc"));
    }

    @Test
    void largePageEndsEarly() {
        var id = conversation();
        for (var i = 0; i < 3; i++) {
            add(id, said("big" + i, "user", "x".repeat(3 << 20))).expect(200);
        }
        for (var order : List.of("asc", "desc")) {
            var page = list(id, "order", order).send().expect(200);
            assertEquals(1, page.json().path("data").size());
            assertEquals("true", page.at("/has_more"));
        }
    }

    @Test
    void wordsOfItemsAreFound() {
        var word = uniqueWord();
        var id = conversation();
        add(id, said("s", "user", "Where is " + word + "?")).expect(200);
        awaitFound(id, word);
    }

    private static String uniqueWord() {
        return "w" + unique("").replaceAll("[^a-z0-9]", "");
    }

    private static void awaitFound(String id, String word) {
        dev.coppice.support.Await.until(
                "the item is indexed", java.time.Duration.ofMinutes(1), () -> api().get(SESSION + "/search", id)
                        .query("q", word)
                        .send()
                        .expect(200)
                        .text()
                        .contains("\"s\""));
    }
}
