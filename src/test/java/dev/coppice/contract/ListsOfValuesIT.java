package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that are lists: items are appended; saving a whole list writes only the changed items. */
class ListsOfValuesIT extends StateApi {

    private static String numbers(int from, int to) {
        return IntStream.range(from, to).mapToObj(Integer::toString).collect(Collectors.joining(","));
    }

    private static HttpAnswer window(String session, String key, String query) {
        var call = api().get(ITEMS, session, key);
        for (var part : query.isEmpty() ? new String[0] : query.split("&")) {
            call.query(part.split("=")[0], part.split("=")[1]);
        }
        return call.send();
    }

    @Test
    void itemsAreAppendedVerbatim() {
        var id = session();
        var first = push(id, "l", "{ \"a\" : 1.0 }, null").expect(201);
        assertEquals(Json.parse("{\"from\":0,\"appended\":2,\"count\":2,\"version\":1}"), first.json());
        assertEquals("\"1\"", first.etag());
        var second = push(id, "l", "[ ],\"🌳\"").expect(201);
        assertEquals(Json.parse("{\"from\":2,\"appended\":2,\"count\":4,\"version\":2}"), second.json());
        assertValue("[{ \"a\" : 1.0 },null,[ ],\"🌳\"]", id, "l");
        assertEquals("\"2\"", value(id, "l").etag());
    }

    @Test
    void refusedAppendStoresNothing() {
        var id = session();
        push(id, "l", "1").expect(201);
        push(id, "l", "2,{\"a\":1,\"a\":2}").problem(422, "invalid");
        push(id, "l", "2," + Json.quote("x".repeat(4 << 20))).problem(413, "too-large");
        push(id, "l", "").problem(422, "invalid");
        api().post(ITEMS, id, "l").json("{\"items\":[2],\"at\":1}").send().problem(400, "unknown-field");
        push(id, "l", numbers(0, 1001)).problem(413, "too-large");
        assertValue("[1]", id, "l");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[1]",
                "{\"items\":{}}",
                "{\"items\":1}",
                "{\"items\":null}",
                "{\"items\":[1],\"items\":[2]}",
                ""
            })
    void bodyWithoutListOfItemsIsRefused(String body) {
        var id = session();
        assertRefused(api().post(ITEMS, id, "l").json(body).send());
        value(id, "l").problem(404, "value-not-found");
    }

    @Test
    void appendWithIdempotencyKeyIsDoneOnce() {
        var id = session();
        var call = api().post(ITEMS, id, "l").header("Idempotency-Key", "once").json("{\"items\":[1]}");
        var first = call.send().expect(201);
        var again = call.send().expect(201);
        assertEquals(first.text(), again.text());
        assertEquals("true", again.header("Idempotency-Replayed"));
        call.json("{\"items\":[2]}").send().problem(422, "idempotency-mismatch");
        assertValue("[1]", id, "l");
    }

    @Test
    void appendIsConditionalOnVersion() {
        var id = session();
        var call = api().post(ITEMS, id, "l").header("If-Match", "\"0\"").json("{\"items\":[1]}");
        call.send().expect(201);
        call.send().problem(412, "stale-version");
        api().post(ITEMS, id, "l")
                .header("If-None-Match", "*")
                .json("{\"items\":[1]}")
                .send()
                .problem(412, "stale-version");
        api().post(ITEMS, id, "l")
                .header("If-Match", "\"1\"")
                .json("{\"items\":[2]}")
                .send()
                .expect(201);
        assertValue("[1,2]", id, "l");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "|0|0,1,2,3,4,5,6,7,8,9",
                "from=7|7|7,8,9",
                "last=3|7|7,8,9",
                "last=30|0|0,1,2,3,4,5,6,7,8,9",
                "from=5&last=2|8|8,9",
                "from=9&last=2|9|9",
                "from=10|10|",
                "from=99&last=2|10|"
            })
    void windowReturnsPartOfList(String query, int from, String items) {
        var id = session();
        push(id, "l", numbers(0, 10)).expect(201);
        var answer = window(id, "l", query == null ? "" : query).expect(200);
        assertEquals(
                "{\"from\":%d,\"count\":10,\"items\":[%s]}".formatted(from, items == null ? "" : items), answer.text());
        assertEquals("\"1\"", answer.etag());
    }

    @ParameterizedTest
    @ValueSource(strings = {"from=-1", "last=0", "from=x", "last=99999999999"})
    void windowOutOfRangeIsRefused(String query) {
        var id = session();
        push(id, "l", "1").expect(201);
        window(id, "l", query).problem(400, "out-of-range");
    }

    @Test
    void savingEqualListChangesNothing() {
        var id = session();
        assertResult(save(id, "l", "[1,{\"a\":1,\"b\":2}]").expect(201), "appended", 2, 2, 0, 0);
        var before = get(id);
        var again = save(id, "l", "[1.0, {\"b\":2,\"a\":1}]").expect(200);
        assertResult(again, "unchanged", 2, 0, 0, 0);
        assertEquals("\"1\"", again.etag());
        assertEquals(before.text(), get(id).text());
        assertValue("[1,{\"a\":1,\"b\":2}]", id, "l");
    }

    @Test
    void savingLongerListAppendsNewItems() {
        var id = session();
        save(id, "l", "[1,2]").expect(201);
        assertResult(save(id, "l", "[1,2,3,4]").expect(200), "appended", 4, 2, 0, 0);
        assertValue("[1,2,3,4]", id, "l");
    }

    @Test
    void editInMiddleIsStored() {
        var id = session();
        save(id, "l", "[" + numbers(0, 20) + "]").expect(201);
        assertResult(save(id, "l", "[" + numbers(0, 7) + ",\"x\"," + numbers(8, 20) + "]"), "rewritten", 20, 0, 1, 0);
        assertValue("[" + numbers(0, 7) + ",\"x\"," + numbers(8, 20) + "]", id, "l");
    }

    @Test
    void shorterListIsStored() {
        var id = session();
        save(id, "l", "[1,2,3]").expect(201);
        assertResult(save(id, "l", "[1]").expect(200), "rewritten", 1, 0, 0, 2);
        assertValue("[1]", id, "l");
        push(id, "l", "4").expect(201);
        assertValue("[1,4]", id, "l");
    }

    @Test
    void emptyListIsStored() {
        var id = session();
        save(id, "l", "[1,2,3]").expect(201);
        var emptied = save(id, "l", "[]").expect(200);
        assertResult(emptied, "rewritten", 0, 0, 0, 3);
        assertEquals("\"2\"", emptied.etag());
        assertValue("[]", id, "l");
        assertEquals(
                "{\"from\":0,\"count\":0,\"items\":[]}",
                window(id, "l", "last=5").text());
        assertResult(save(id, "l", "[]").expect(200), "unchanged", 0, 0, 0, 0);
        assertResult(save(id, "new", "[]").expect(201), "appended", 0, 0, 0, 0);
        assertValue("[]", id, "new");
        push(id, "l", "4").expect(201);
        assertValue("[4]", id, "l");
    }

    @Test
    void slidingWindowWritesOnlyItsEnds() {
        var id = session();
        save(id, "l", "[" + numbers(0, 50) + "]").expect(201);
        assertResult(save(id, "l", "[" + numbers(3, 52) + "]").expect(200), "rewritten", 49, 2, 0, 3);
        assertValue("[" + numbers(3, 52) + "]", id, "l");
        assertEquals(
                "{\"from\":0,\"count\":49,\"items\":[" + numbers(3, 52) + "]}",
                window(id, "l", "").text());
        push(id, "l", "52").expect(201);
        assertValue("[" + numbers(3, 53) + "]", id, "l");
    }

    @Test
    void kindOfValueCanChange() {
        var id = session();
        save(id, "k", "{\"a\":1}").expect(201);
        push(id, "k", "1").problem(422, "invalid");
        window(id, "k", "").problem(422, "invalid");
        var list = save(id, "k", "[1,2]").expect(200);
        assertEquals("rewritten", list.at("/result"));
        assertEquals("\"2\"", list.etag());
        assertValue("[1,2]", id, "k");
        var single = save(id, "k", "3").expect(200);
        assertEquals("\"3\"", single.etag());
        assertValue("3", id, "k");
        assertEquals(List.of("k"), api().get(VALUES, id).send().all("/items", "key"));
    }

    @Test
    void listOfSeveralChunksIsReadCompletely() {
        var id = session();
        var items = IntStream.range(0, 2345)
                .mapToObj(i -> Json.quote(i + "x".repeat(i % 7 == 0 ? 3000 : 3)))
                .toList();
        save(id, "l", "[" + String.join(",", items) + "]").expect(201);
        assertValue("[" + String.join(",", items) + "]", id, "l");
        assertEquals(
                String.join(",", items.subList(345, 2345)),
                window(id, "l", "last=2000").text().replaceAll("^.*?\\[|]}$", ""));
        var bytes = items.stream().mapToInt(item -> item.length()).sum();
        assertEquals(bytes, api().get(VALUES, id).send().number("/items/0/bytes"));
    }

    @Test
    void thousandsOfItemsAreSavedInOneRequest() {
        var id = session();
        save(id, "l", "[" + numbers(0, 20_000) + "]").expect(201);
        assertResult(save(id, "l", "[" + numbers(0, 20_001) + "]").expect(200), "appended", 20_001, 1, 0, 0);
        assertEquals(
                "{\"from\":19999,\"count\":20001,\"items\":[19999,20000]}",
                window(id, "l", "last=2").text());
    }

    /** Random appends and saves, compared with a plain list after each step. */
    @Seeds({1, 2, 3})
    void randomChangesMatchPlainList(long seed) {
        var random = new Random(seed);
        var id = session();
        List<String> model = new ArrayList<>();
        save(id, "l", "[]").expect(201);
        for (int step = 0; step < 60; step++) {
            if (random.nextInt(4) == 0) {
                var items = randomItems(random, 1 + random.nextInt(3));
                model.addAll(items);
                assertEquals(
                        model.size(),
                        push(id, "l", String.join(",", items)).expect(201).number("/count"));
            } else {
                model = edited(model, random);
                save(id, "l", "[" + String.join(",", model) + "]").expect(200);
            }
            assertValue("[" + String.join(",", model) + "]", id, "l");
            assertEquals(
                    model.stream().mapToInt(String::length).sum(),
                    api().get(VALUES, id).send().number("/items/0/bytes"));
        }
    }

    private static List<String> randomItems(Random random, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> Json.quote("ab".repeat(1 + random.nextInt(2)).substring(random.nextInt(2))))
                .toList();
    }

    private static List<String> edited(List<String> list, Random random) {
        var edited = new ArrayList<>(list);
        switch (random.nextInt(5)) {
            case 0 -> edited.subList(0, random.nextInt(edited.size() + 1)).clear();
            case 1 -> edited.subList(random.nextInt(edited.size() + 1), edited.size())
                    .clear();
            case 2 -> edited.addAll(random.nextInt(edited.size() + 1), randomItems(random, 2));
            case 3 -> edited.replaceAll(item -> random.nextInt(5) == 0 ? "7" : item);
            default -> edited.addAll(randomItems(random, 3));
        }
        return edited;
    }
}
