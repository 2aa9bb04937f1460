package dev.coppice.search.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.eventlog.EventRow;
import dev.coppice.message.Position;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class IndexChangesTest {
    @Test
    void appendedMessagesOfASessionAreOneRange() {
        var changes = IndexChanges.of(List.of(
                event(1, "MessageAppended", "{'messageId':'a','seq':4}"),
                event(1, "MessageAppended", "{'messageId':'b','seq':6}"),
                event(2, "MessageAppended", "{'messageId':'c','seq':1}"),
                event(1, "MessageUpdated", "{'messageId':'x'}"),
                event(1, "MessagesDeleted", "{'messageIds':['y','x']}")));
        var one = changes.messages.get(1L);
        assertEquals(4, one.first());
        assertEquals(6, one.last());
        assertEquals(Set.of("x", "y"), one.ids());
        assertEquals(Set.of(1L, 2L), changes.sessions());
    }

    @Test
    void sessionCreatedAndExpiredIsOnlyDeleted() {
        var changes = IndexChanges.of(List.of(
                event(1, "SessionCreated", "{}"),
                event(2, "SessionCreated", "{}"),
                event(3, "HistoryCleared", "{}"),
                event(1, "SessionExpired", "{}"),
                event(4, "SessionDeleted", "{}")));
        assertEquals(Set.of(2L), changes.created);
        assertEquals(Set.of(1L, 4L), changes.deleted);
        assertEquals(Set.of(1L, 3L, 4L), changes.emptied);
        assertEquals(Set.of(1L, 3L, 4L), changes.sessions());
    }

    @Test
    void entriesStoresAndRowsAreReadFromEvents() {
        var changes = IndexChanges.of(List.of(
                event(1, "BlockWritten", "{'label':'k','entry':7}"),
                event(1, "BlockWritten", "{'label':'k','entry':7}"),
                event(1, "BlockWritten", "{'label':'u','entry':null}"),
                event(0, "EntryWritten", "{'entry':8}"),
                event(1, "ContentErased", "{'user':'ann','stores':[3,5]}"),
                event(1, "RowsPurged", "{'rows':[[9,2,3]]}"),
                event(6, "MessagesPurged", "{'messages':2}")));
        assertEquals(Set.of(7L, 8L), changes.entries);
        assertEquals(Set.of(3L, 5L), changes.stores);
        assertEquals(List.of(new Position(9, 2), new Position(9, 3)), changes.rows);
        assertEquals(Set.of(6L), changes.sessions());
    }

    @Test
    void treesOfSessionsWithNewAgentAreIndexedAgain() {
        var changes = IndexChanges.of(List.of(
                event(1, "SessionUpdated", "{'sessionId':'s','agent':'a'}"),
                event(2, "SessionUpdated", "{'sessionId':'t'}"),
                event(3, "SessionUpdated", "{'sessionId':'u','agent':'a'}"),
                event(3, "SessionDeleted", "{}"),
                event(4, "SessionUpdated", "{'sessionId':'v','agent':'a'}")));
        assertEquals(Set.of(1L, 4L), changes.assigned);
        assertEquals(Set.of(1L, 3L, 4L), changes.sessions());
        var trees = Map.of(1L, new SessionTrees(11L, List.of(12L)), 3L, new SessionTrees(null, List.of(13L)));
        // The session 1 was cleared afterwards: a fork reads its former tree.
        assertEquals(
                Set.of(PendingTree.orphaned(13), PendingTree.orphaned(12), PendingTree.whole(11)),
                Set.copyOf(changes.toIndexAgain(trees)));
    }

    @Test
    void unrelatedEventsChangeNothing() {
        var changes = IndexChanges.of(List.of(event(1, "UsageAdded", "{}"), event(1, "SessionLoaded", "{}")));
        assertTrue(changes.sessions().isEmpty());
        assertTrue(changes.created.isEmpty());
        assertTrue(changes.entries.isEmpty());
    }

    private static EventRow event(long session, String type, String data) {
        return new EventRow(0, session, type, data.replace('\'', '"').getBytes(StandardCharsets.UTF_8), 0);
    }
}
