package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Deletes of messages: the children of a deleted message move to its parent. */
class DeleteMessageIT extends Contract {

    private static void delete(String session, String id) {
        api().delete(MESSAGE, session, id).send().expect(204);
    }

    private static HttpAnswer deleteAll(String session, String... ids) {
        var call = api().delete(MESSAGES, session);
        for (var id : ids) {
            call.query("id", id);
        }
        return call.send();
    }

    @Test
    void childrenOfDeletedMessageMoveToItsParent() {
        var id = sessionWithMessages(5);
        appendUnder(id, "m2", message("b", "b")).expect(201);
        delete(id, "m2");
        assertEquals(List.of("m0", "m1", "m3", "m4"), path(id, "m4"));
        assertEquals(List.of("m0", "m1", "b"), path(id, "b"));
        assertEquals("m1", parentOf(id, "m3"));
        assertEquals("m1", parentOf(id, "b"));
        assertEquals(List.of("m3", "b"), children(id, "m1"));
        assertEquals(2, entry(id, "m1").number("/children"));
        entry(id, "m2").problem(404, "message-not-found");
    }

    @Test
    void childOfDeletedMessagesMovesToNearestRemainingAncestor() {
        var id = sessionWithMessages(8);
        deleteAll(id, "m2", "m3", "m4").expect(200);
        delete(id, "m5");
        assertEquals(List.of("m0", "m1", "m6", "m7"), path(id));
        assertEquals("m1", parentOf(id, "m6"));
        assertEquals(4, history(id).number("/pathLength"));
        assertEquals(2, entry(id, "m6").number("/depth"));
        assertEquals(List.of("m6"), children(id, "m1"));
    }

    @Test
    void childrenOfDeletedRootBecomeRoots() {
        var id = sessionWithMessages(3);
        delete(id, "m0");
        assertNull(parentOf(id, "m1"));
        assertEquals(0, entry(id, "m1").number("/depth"));
        assertEquals(List.of("m1", "m2"), path(id));
    }

    @Test
    void deleteUpdatesCountAndTokens() {
        var id = sessionWithMessages(4);
        var before = get(id);
        var tokens = entry(id, "m1").number("/tokens");
        delete(id, "m1");
        var after = get(id);
        assertEquals(3, after.number("/messageCount"));
        assertEquals(before.number("/tokens") - tokens, after.number("/tokens"));
        assertEquals(after.number("/tokens"), history(id).number("/tokens"));
        assertNotEquals(before.etag(), after.etag());
    }

    @Test
    void parentOfDeletedLeafBecomesLeaf() {
        var id = sessionWithMessages(3);
        delete(id, "m2");
        assertEquals("m1", get(id).at("/leafId"));
        append(id, message("x", "x")).expect(201);
        assertEquals(List.of("m0", "m1", "x"), path(id));
    }

    @Test
    void mostRecentMessageWithoutChildrenBecomesLeaf() {
        var id = sessionWithMessages(3);
        appendUnder(id, "m0", message("b0", "b"), message("b1", "b")).expect(201);
        appendUnder(id, "m2", message("c", "c")).expect(201);
        delete(id, "c");
        assertEquals("b1", get(id).at("/leafId"));
        delete(id, "b1");
        assertEquals("b0", get(id).at("/leafId"));
        delete(id, "b0");
        assertEquals("m2", get(id).at("/leafId"));
        assertEquals(List.of("m0", "m1", "m2"), path(id));
    }

    @Test
    void deleteOfOtherMessageKeepsLeaf() {
        var id = sessionWithMessages(3);
        appendUnder(id, "m0", message("b", "b")).expect(201);
        delete(id, "m2");
        assertEquals("b", get(id).at("/leafId"));
    }

    @Test
    void deleteOfAllMessagesLeavesEmptySession() {
        var id = sessionWithMessages(2);
        deleteAll(id, "m0", "m1").expect(200);
        assertNull(get(id).at("/leafId"));
        assertEquals(0, get(id).number("/messageCount"));
        assertEquals(0, get(id).number("/tokens"));
        assertEquals(List.of(), path(id));
        append(id, message("x", "x")).expect(201);
        assertEquals(List.of("x"), path(id));
        assertEquals(0, entry(id, "x").number("/depth"));
        assertEquals(get(id).number("/tokens"), entry(id, "x").number("/tokens"));
    }

    /** So many bytes that the server flushes the deletes of one request in several parts. */
    @Test
    void deleteOfLargeMessagesUpdatesCountAndTokens() {
        var id = session();
        for (var i = 0; i < 6; i++) {
            append(id, message("m" + i, String.valueOf(i).repeat(400_000))).expect(201);
        }
        api().put(MESSAGE, id, "m1")
                .json(message("m1", "y".repeat(500_000)))
                .send()
                .expect(200);
        var answer = deleteAll(id, "m0", "m1", "m2", "m3", "m5").expect(200);
        assertEquals(List.of("m0", "m1", "m2", "m3", "m5"), strings(answer, "deleted"));
        assertEquals(List.of("m4"), path(id));
        assertEquals("m4", get(id).at("/leafId"));
        assertEquals(1, get(id).number("/messageCount"));
        assertEquals(entry(id, "m4").number("/tokens"), get(id).number("/tokens"));
        append(id, message("m1", "quite another")).expect(201);
        assertEquals(List.of("m4", "m1"), path(id));
    }

    @Test
    void unknownIdsInAListAreReported() {
        var id = sessionWithMessages(3);
        var answer = deleteAll(id, "m1", "nobody", "M2", "m2").expect(200);
        assertEquals(List.of("m1", "m2"), strings(answer, "deleted"));
        assertEquals(List.of("nobody", "M2"), strings(answer, "unknown"));
        assertEquals(List.of("m0"), path(id));
    }

    @Test
    void onlyUnknownIdsDeleteNothing() {
        var id = sessionWithMessages(1);
        var before = get(id);
        var answer = deleteAll(id, "x", "y").expect(200);
        assertEquals(List.of(), strings(answer, "deleted"));
        assertEquals(List.of("x", "y"), strings(answer, "unknown"));
        assertEquals(before.etag(), get(id).etag());
    }

    private static List<String> strings(HttpAnswer answer, String member) {
        return answer.json().path(member).values().stream()
                .map(node -> node.asString())
                .toList();
    }

    @Test
    void deleteWithoutIdsIsRefused() {
        var id = sessionWithMessages(1);
        deleteAll(id).problem(400, "malformed");
        assertEquals(List.of("m0"), path(id));
    }

    @Test
    void deleteOfUnknownMessageIsNotFound() {
        var id = sessionWithMessages(1);
        api().delete(MESSAGE, id, "nobody").send().problem(404, "message-not-found");
        api().delete(MESSAGE, unique("none"), "m0").send().problem(404, "session-not-found");
        delete(id, "m0");
        api().delete(MESSAGE, id, "m0").send().problem(404, "message-not-found");
    }

    @Test
    void idOfDeletedMessageMayBeUsedAgain() {
        var id = sessionWithMessages(3);
        delete(id, "m1");
        append(id, message("m1", "quite another")).expect(201);
        assertEquals(List.of("m0", "m2", "m1"), path(id));
        assertEquals("m2", parentOf(id, "m1"));
        assertTrue(history(id).text().contains("quite another"));
        delete(id, "m1");
        append(id, message("m1", "a third")).expect(201);
        assertEquals(List.of("m0", "m2", "m1"), path(id));
    }

    @Test
    void deletedMessageIsNotAcceptedAsParentOrLeaf() {
        var id = sessionWithMessages(2);
        delete(id, "m1");
        appendUnder(id, "m1", message("x", "x")).problem(404, "unknown-parent");
        api().get(HISTORY, id).query("leafId", "m1").send().problem(404, "message-not-found");
        api().get(MESSAGE + "/children", id, "m1").send().problem(404, "message-not-found");
    }

    @Test
    void appendAfterDeletesKeepsPath() {
        var id = sessionWithMessages(6);
        deleteAll(id, "m5", "m4", "m1").expect(200);
        append(id, message("x", "x"), message("y", "y")).expect(201);
        assertEquals(List.of("m0", "m2", "m3", "x", "y"), path(id));
        appendUnder(id, "m0", message("z", "z")).expect(201);
        assertEquals(List.of("m0", "z"), path(id));
        assertEquals(1, entry(id, "z").number("/depth"));
        assertEquals(List.of("m0", "m2", "m3", "x", "y"), path(id, "y"));
        assertEquals(List.of("m2", "z"), children(id, "m0"));
    }

    @Test
    void deletedMessageIsNotListed() {
        var id = sessionWithMessages(3);
        delete(id, "m1");
        assertEquals(List.of("m0", "m2"), ids(api().get(MESSAGES, id).send().expect(200)));
        assertEquals(
                List.of("m0", "m2"),
                api().get(SESSION + "/tree", id).send().expect(200).all("/nodes", "id"));
        assertEquals(
                List.of("m2"), ids(api().get(SESSION + "/leaves", id).send().expect(200)));
    }

    @Test
    void staleIfMatchRefusesDelete() {
        var id = sessionWithMessages(1);
        var stale = entry(id, "m0").etag();
        api().put(MESSAGE, id, "m0").json(message("m0", "changed")).send().expect(200);
        api().delete(MESSAGE, id, "m0").header("If-Match", stale).send().problem(412, "stale-version");
        api().delete(MESSAGE, id, "m0")
                .header("If-Match", entry(id, "m0").etag())
                .send()
                .expect(204);
    }
}
