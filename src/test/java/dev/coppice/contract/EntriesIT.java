package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The list of all messages of a session, in the order in which they were appended. */
class EntriesIT extends Contract {

    private static List<String> entryIds(String session, int limit) {
        return allEntries(api(), session, limit).stream()
                .map(item -> Json.text(item.at("/message/id")))
                .toList();
    }

    @Test
    void entriesOfAllBranchesAreListedInAppendOrder() {
        var id = sessionWithMessages(3);
        appendUnder(id, "m0", message("b", "b")).expect(201);
        appendUnder(id, "m2", message("m3", "on")).expect(201);
        appendUnder(id, null, message("r", "r")).expect(201);
        appendUnder(id, "b", message("b2", "b2")).expect(201);
        var entries = api().get(MESSAGES, id).send().expect(200);
        assertEquals(List.of("m0", "m1", "m2", "b", "m3", "r", "b2"), ids(entries));
        var parents = new ArrayList<String>();
        entries.json().path("items").forEach(item -> parents.add(Json.text(item.path("parentId"))));
        assertEquals(java.util.Arrays.asList(null, "m0", "m1", "m0", "m2", null, "b"), parents);
        assertNull(entries.at("/nextCursor"));
        entries.json()
                .path("items")
                .forEach(item -> assertEquals(
                        entry(id, Json.text(item.at("/message/id"))).json(), item));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 6, 200})
    void pagesOfAnySizeListEveryEntryOnce(int limit) {
        var id = sessionWithMessages(4);
        appendUnder(id, "m1", message("x", "x"), message("y", "y")).expect(201);
        assertEquals(List.of("m0", "m1", "m2", "m3", "x", "y"), entryIds(id, limit));
    }

    @Test
    void defaultPageHasFiftyEntries() {
        var first = api().get(MESSAGES, sessionWithMessages(60)).send().expect(200);
        assertEquals(50, ids(first).size());
        assertTrue(first.header("Link").contains("rel=\"next\""), first.header("Link"));
    }

    @Test
    void updatedEntryKeepsPlaceAndDeletedOneDoesNot() {
        var id = sessionWithMessages(5);
        api().put(MESSAGE, id, "m1").json(message("m1", "updated")).send().expect(200);
        api().delete(MESSAGE, id, "m3").send().expect(204);
        append(id, message("m3", "again")).expect(201);
        assertEquals(List.of("m0", "m1", "m2", "m4", "m3"), entryIds(id, 2));
        assertTrue(api().get(MESSAGES, id).send().text().contains("updated"));
    }

    @Test
    void cursorSurvivesDeleteOfItsMessage() {
        var id = sessionWithMessages(6);
        var first = api().get(MESSAGES, id).query("limit", 2).send().expect(200);
        assertEquals(List.of("m0", "m1"), ids(first));
        api().delete(MESSAGES, id).query("id", "m1").query("id", "m2").send().expect(200);
        append(id, message("new", "new")).expect(201);
        var rest = api().get(MESSAGES, id)
                .query("cursor", first.at("/nextCursor"))
                .send()
                .expect(200);
        assertEquals(List.of("m3", "m4", "m5", "new"), ids(rest));
    }

    @Test
    void depthDoesNotCountDeletedMessages() {
        var id = sessionWithMessages(12);
        appendUnder(id, "m4", message("a0", "a"), message("a1", "a"), message("a2", "a"))
                .expect(201);
        appendUnder(id, "a1", message("b0", "b"), message("b1", "b")).expect(201);
        appendUnder(id, "m4", message("c0", "c")).expect(201);
        appendUnder(id, null, message("r0", "r"), message("r1", "r"), message("r2", "r"))
                .expect(201);
        assertDepths(id);
        api().put(MESSAGE, id, "m2").json(message("m2", "updated")).send().expect(200);
        for (var deleted : List.of("m1", "m4", "m8", "a1", "b0", "r0")) {
            api().delete(MESSAGE, id, deleted).send().expect(204);
            assertDepths(id);
        }
        assertEquals(4, entry(id, "b1").expect(200).number("/depth"));
        var fork = ForkApi.fork(id, "b1").expect(201).at("/id");
        append(fork, message("f0", "f"), message("f1", "f")).expect(201);
        api().delete(MESSAGES, fork).query("id", "m3").query("id", "f0").send().expect(200);
        assertDepths(fork);
        retain(fork, 3);
        append(fork, message("f2", "f")).expect(201);
        assertDepths(fork);
    }

    /** Compares the depths of all entries with the lengths of their paths. */
    private static void assertDepths(String id) {
        for (var limit : List.of(3, 200)) {
            for (var item : allEntries(api(), id, limit)) {
                var path = api().get(HISTORY, id)
                        .query("leafId", Json.text(item.at("/message/id")))
                        .send()
                        .expect(200);
                assertEquals(
                        path.json().path("messages").size() - 1,
                        item.path("depth").asInt(),
                        item.toString());
            }
        }
    }

    @Test
    void emptySessionHasNoEntries() {
        var entries = api().get(MESSAGES, session()).send().expect(200);
        assertEquals(List.of(), ids(entries));
        assertNull(entries.at("/nextCursor"));
    }

    @Test
    void invalidPageParametersAreRefused() {
        var id = sessionWithMessages(1);
        for (var limit : List.of("0", "-1", "201")) {
            api().get(MESSAGES, id).query("limit", limit).send().problem(400, "out-of-range");
        }
        for (var list : List.of(MESSAGES, SESSION + "/leaves", SESSION + "/tree", MESSAGES + "/m0/children")) {
            api().get(list, id).query("cursor", "forged").send().problem(400, "malformed");
        }
    }
}
