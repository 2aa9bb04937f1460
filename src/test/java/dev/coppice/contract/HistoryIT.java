package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Reads of a complete history. */
class HistoryIT extends Contract {

    @Test
    void historyRunsFromRootToLeaf() {
        var id = sessionWithMessages(5);
        var history = history(id);
        assertEquals(id, history.at("/sessionId"));
        assertEquals("m4", history.at("/leafId"));
        assertEquals(List.of("m0", "m1", "m2", "m3", "m4"), history.all("/messages", "id"));
        assertEquals(5, history.number("/pathLength"));
        assertEquals(get(id).number("/tokens"), history.number("/tokens"));
        assertFalse(history.json().path("truncated").asBoolean());
        assertFalse(history.json().has("before"));
    }

    @Test
    void emptySessionHasEmptyHistory() {
        var history = history(session());
        assertNull(history.at("/leafId"));
        assertTrue(history.json().path("messages").isArray());
        assertEquals(0, history.json().path("messages").size());
        assertEquals(0, history.number("/pathLength"));
        assertEquals(0, history.number("/tokens"));
        assertFalse(history.json().path("truncated").asBoolean());
    }

    @Test
    void historyCanEndAtAnyMessage() {
        var id = sessionWithMessages(5);
        var history = api().get(HISTORY, id).query("leafId", "m2").send().expect(200);
        assertEquals("m2", history.at("/leafId"));
        assertEquals(List.of("m0", "m1", "m2"), history.all("/messages", "id"));
        assertEquals(3, history.number("/pathLength"));
        assertEquals(
                IntStream.range(0, 3)
                        .mapToLong(i -> entry(id, "m" + i).number("/tokens"))
                        .sum(),
                history.number("/tokens"));
    }

    @Test
    void unknownLeafIsNotFound() {
        var id = sessionWithMessages(1);
        for (var leaf : List.of("nobody", "M0", "m%", "m_")) {
            api().get(HISTORY, id).query("leafId", leaf).send().problem(404, "message-not-found");
        }
        api().get(HISTORY, unique("none")).send().problem(404, "session-not-found");
    }

    @Test
    void rawHistoryEqualsHistoryWithoutCompactions() {
        var id = sessionWithMessages(3);
        var raw = api().get(HISTORY, id).query("raw", "true").send().expect(200);
        assertEquals(history(id).text(), raw.text());
    }

    @Test
    void nestedBranchesHaveCompletePaths() {
        var id = sessionWithMessages(10);
        var parent = "m9";
        var expected = new java.util.ArrayList<>(path(id));
        for (var level = 0; level < 8; level++) {
            // Append under the last but one message, so that each level starts a new branch.
            parent = expected.get(expected.size() - 2);
            expected.remove(expected.size() - 1);
            var ids = List.of("l" + level + "a", "l" + level + "b", "l" + level + "c");
            appendUnder(
                            id,
                            parent,
                            ids.stream().map(newId -> message(newId, newId)).toArray(String[]::new))
                    .expect(201);
            expected.addAll(ids);
            assertEquals(expected, path(id), "level " + level);
        }
        assertEquals(expected.size(), history(id).number("/pathLength"));
        assertEquals(expected.size() - 1, entry(id, "l7c").number("/depth"));
        assertEquals(IntStream.range(0, 10).mapToObj(i -> "m" + i).toList(), path(id, "m9"));
    }

    @Test
    void eachLeafHasItsOwnHistory() {
        var id = sessionWithMessages(3);
        for (var i = 0; i < 5; i++) {
            appendUnder(id, "m1", message("a" + i, "answer " + i)).expect(201);
        }
        for (var i = 0; i < 5; i++) {
            assertEquals(List.of("m0", "m1", "a" + i), path(id, "a" + i));
        }
    }

    @Test
    void pathOfThousandsOfMessagesIsComplete() {
        var id = session();
        appendMessages(id, 0, 3_000);
        var history = history(id);
        assertEquals(IntStream.range(0, 3_000).mapToObj(i -> "m" + i).toList(), history.all("/messages", "id"));
        assertEquals(3_000, history.number("/pathLength"));
        assertEquals(get(id).number("/tokens"), history.number("/tokens"));
    }
}
