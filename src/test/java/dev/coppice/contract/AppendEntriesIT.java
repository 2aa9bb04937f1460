package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Appends of messages with different parents. */
class AppendEntriesIT extends Contract {

    private static String under(String parent, String message) {
        return "{\"message\":" + message + ",\"parentId\":" + Json.quote(parent) + "}";
    }

    private static String root(String message) {
        return "{\"message\":" + message + ",\"root\":true}";
    }

    private static String next(String message) {
        return "{\"message\":" + message + "}";
    }

    private static String text(String id) {
        return message(id, "text of " + id);
    }

    private static HttpAnswer appendEntries(String session, String... entries) {
        return appendRaw(session, "{\"entries\":[" + String.join(",", entries) + "]}");
    }

    @Test
    void entriesBuildTree() {
        var id = session();
        var answer = appendEntries(
                        id,
                        root(text("a")),
                        under("a", text("b")),
                        under("b", text("c")),
                        under("a", text("d")),
                        next(text("e")),
                        root(text("r")),
                        under("c", text("f")))
                .expect(201);
        assertEquals("f", answer.at("/leafId"));
        assertEquals(List.of("a", "b", "c", "d", "e", "r", "f"), answer.all("/appended", "id"));
        assertEquals(List.of("a", "b", "c", "f"), path(id));
        assertEquals(List.of("a", "d", "e"), path(id, "e"));
        assertEquals(List.of("r"), path(id, "r"));
        assertEquals(List.of("b", "d"), children(id, "a"));
        assertEquals(answer.number("/tokens"), get(id).number("/tokens"));
        assertEquals(answer.number("/tokens"), history(id).number("/tokens"));
        assertEquals(7, get(id).number("/messageCount"));
    }

    @Test
    void storedMessagesAreParents() {
        var id = sessionWithMessages(4);
        var answer = appendEntries(
                        id,
                        under("m1", text("x")),
                        under("m1", text("y")),
                        under("m3", text("z")),
                        under("m3", text("w")),
                        under("x", text("v")))
                .expect(201);
        assertEquals("v", answer.at("/leafId"));
        assertEquals(List.of("m2", "x", "y"), children(id, "m1"));
        assertEquals(List.of("z", "w"), children(id, "m3"));
        assertEquals(List.of("m0", "m1", "x", "v"), path(id));
        append(id, text("n")).expect(201);
        assertEquals(List.of("m0", "m1", "x", "v", "n"), path(id));
        append(id, text("o")).expect(201);
        appendUnder(id, "z", text("p")).expect(201);
        assertEquals(List.of("m0", "m1", "m2", "m3", "z", "p"), path(id));
    }

    @Test
    void firstEntryWithoutParentFollowsLeafOrParentOfRequest() {
        var id = sessionWithMessages(2);
        appendEntries(id, next(text("a"))).expect(201);
        assertEquals("m1", parentOf(id, "a"));
        appendRaw(id, "{\"parentId\":\"m0\",\"entries\":[" + next(text("b")) + "," + next(text("c")) + "]}")
                .expect(201);
        assertEquals("m0", parentOf(id, "b"));
        assertEquals("b", parentOf(id, "c"));
    }

    @Test
    void existingMessagesAreAcknowledged() {
        var id = session();
        var entries = new String[] {root(text("a")), under("a", text("b")), under("a", text("c"))};
        appendEntries(id, entries).expect(201);
        var again = appendEntries(id, entries).expect(200);
        assertEquals("c", again.at("/leafId"));
        assertFalse(again.json().at("/appended/1/inserted").asBoolean());
        assertEquals("a", again.at("/appended/2/parentId"));
        var more = appendEntries(id, root(text("a")), under("a", text("b")), next(text("d")), under("c", text("e")))
                .expect(201);
        assertFalse(more.json().at("/appended/1/inserted").asBoolean());
        assertTrue(more.json().at("/appended/2/inserted").asBoolean());
        assertEquals("b", more.at("/appended/2/parentId"));
        assertEquals(List.of("a", "c", "e"), path(id));
        assertEquals(
                "b",
                appendEntries(id, next(text("f")), under("a", text("b")))
                        .expect(201)
                        .at("/leafId"));
        assertEquals("e", parentOf(id, "f"));
        appendEntries(id, under("r", message("b", "other"))).problem(409, "message-exists");
    }

    @Test
    void leafAfterExistingLastEntryAcceptsNextMessage() {
        var id = session();
        appendEntries(id, root(text("a")), under("a", text("b")), under("b", text("c")))
                .expect(201);
        appendEntries(id, under("c", text("x")), under("a", text("b"))).expect(201);
        append(id, text("d")).expect(201);
        assertEquals(List.of("a", "b", "d"), path(id));
        assertEquals(List.of("c", "d"), children(id, "b"));
    }

    @Test
    void parentsInWrongOrderAreRefused() {
        var id = session();
        var late = appendEntries(id, root(text("a")), under("c", text("b")), under("a", text("c")));
        assertEquals("/entries/1/parentId", late.problem(422, "parent-order").at("/errors/0/pointer"));
        appendEntries(id, under("a", text("a"))).problem(422, "parent-order");
        appendEntries(id, under("b", text("a")), under("a", text("b"))).problem(422, "parent-order");
        var unknown = appendEntries(id, root(text("a")), under("nobody", text("b")));
        assertEquals(
                "/entries/1/parentId", unknown.problem(404, "unknown-parent").at("/errors/0/pointer"));
        assertEquals(0, get(id).number("/messageCount"), "all or none");
    }

    @Test
    void malformedEntriesAreRefused() {
        var id = session();
        assertEquals(
                "/entries/0/root",
                appendRaw(id, "{\"entries\":[{\"message\":" + text("a") + ",\"parentId\":\"b\",\"root\":true}]}")
                        .problem(422, "invalid")
                        .at("/errors/0/pointer"));
        appendRaw(id, "{\"entries\":[{\"parentId\":\"b\"}]}").problem(422, "invalid");
        appendRaw(id, "{\"entries\":[{\"message\":3}]}").problem(422, "invalid-message");
        appendRaw(id, "{\"entries\":[3]}").problem(400, "malformed");
        appendRaw(id, "{\"entries\":[]}").problem(422, "invalid");
        appendRaw(id, "{\"entries\":[{\"message\":" + text("a") + ",\"depth\":1}]}")
                .problem(400, "unknown-field");
        appendRaw(id, "{\"entries\":[" + next(text("a")) + "],\"messages\":[" + text("b") + "]}")
                .problem(422, "invalid");
        assertEquals(
                "/entries/0/message/role",
                appendRaw(id, "{\"entries\":[{\"message\":{\"content\":\"x\"}}]}")
                        .problem(422, "invalid-message")
                        .at("/errors/0/pointer"));
        appendEntries(id, Collections.nCopies(1001, next(text("a"))).toArray(String[]::new))
                .problem(413, "too-large");
        assertNull(get(id).at("/leafId"));
    }

    @Test
    void summaryIsParent() {
        var id = sessionWithMessages(6);
        var summary = "compaction_"
                + api().post(SESSION + "/compactions", id)
                        .json("{\"fromMessageId\":\"m0\",\"toMessageId\":\"m3\",\"summary\":\"what happened\"}")
                        .send()
                        .expect(201)
                        .at("/id");
        appendEntries(id, under(summary, text("x")), under(summary, text("y"))).expect(201);
        assertEquals(List.of(summary, "y"), path(id));
        assertEquals("m3", parentOf(id, "x"));
        assertEquals(history(id).number("/tokens"), get(id).number("/tokens"));
        appendEntries(id, under("compaction_none", text("z"))).problem(404, "unknown-parent");
    }

    /** A random tree in batches equals the same tree appended message by message. */
    @Seeds({1, 2, 3, 4})
    void randomTreeInBatchesEqualsTreeOfSingleAppends(long seed) {
        var random = new SplittableRandom(seed);
        var parents = new LinkedHashMap<String, String>();
        var ids = new ArrayList<String>();
        for (int i = 0; i < 120; i++) {
            var parent = ids.isEmpty() || random.nextInt(20) == 0 ? null : ids.get(random.nextInt(ids.size()));
            parents.put("n" + i, random.nextInt(3) == 0 || ids.isEmpty() ? parent : ids.get(ids.size() - 1));
            ids.add("n" + i);
        }
        var batched = session();
        var single = session();
        for (int from = 0; from < ids.size(); ) {
            int to = Math.min(ids.size(), from + 1 + random.nextInt(40));
            appendEntries(
                            batched,
                            ids.subList(from, to).stream()
                                    .map(id -> entry(parents, id))
                                    .toArray(String[]::new))
                    .expect(201);
            from = to;
        }
        parents.forEach((id, parent) -> appendUnder(single, parent, text(id)).expect(201));
        for (var id : ids) {
            assertEquals(path(single, id), path(batched, id));
        }
        assertEquals(get(single).number("/tokens"), get(batched).number("/tokens"));
        assertEquals(tree(single), tree(batched));
    }

    private static String entry(Map<String, String> parents, String id) {
        return parents.get(id) == null ? root(text(id)) : under(parents.get(id), text(id));
    }

    private static Object tree(String session) {
        return api().get(SESSION + "/tree", session)
                .query("limit", 200)
                .send()
                .expect(200)
                .json();
    }
}
