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
