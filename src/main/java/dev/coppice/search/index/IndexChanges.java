package dev.coppice.search.index;

import dev.coppice.eventlog.EventRow;
import dev.coppice.message.Position;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The changes of the index that a batch of consecutive events requires, by kind of change. If several events of the
 * batch change the same row, the row is read and its document is written only once. Sessions are given by their
 * database ids. Not thread-safe.
 */
final class IndexChanges {
    /** Appended, updated and deleted messages, by the database id of their session. */
    final Map<Long, ChangedMessages> messages = new HashMap<>();

    /**
     * Database ids of the sessions whose former trees may have to be removed from the index. These are the sessions
     * that were cleared, and those in {@link #deleted}.
     */
    final Set<Long> emptied = new LinkedHashSet<>();

    /** Database ids of the sessions that were deleted or have expired. */
    final Set<Long> deleted = new HashSet<>();

    /** Database ids of the sessions that were created and not deleted in the same batch of events. */
    final Set<Long> created = new LinkedHashSet<>();

    /** Database ids of the sessions that got an agent and were not deleted in the same batch of events. */
    final Set<Long> assigned = new LinkedHashSet<>();

    /** Database ids of block entries that were written or deleted. */
    final Set<Long> entries = new LinkedHashSet<>();

    /**
     * Database ids of the context blocks ({@code context.StoredBlock}) whose content was erased. The documents of their
     * entries must be removed.
     */
    final Set<Long> stores = new HashSet<>();

    /**
     * Events about messages that were beyond retention (the limit {@code maxMessages} of a session) and were purged.
     * Each event reports one range of rows.
     */
    final List<EventRow> purged = new ArrayList<>();

    /** Row positions of messages that were purged from the database. */
    final List<Position> rows = new ArrayList<>();

    private IndexChanges() {}

    /**
     * Groups the changes that some events report.
     *
     * @param events consecutive events of the log
     */
    static IndexChanges of(List<EventRow> events) {
        var changes = new IndexChanges();
        events.forEach(changes::add);
        changes.emptied.addAll(changes.deleted);
        changes.created.removeAll(changes.deleted);
        changes.assigned.removeAll(changes.deleted);
        return changes;
    }

    private void add(EventRow event) {
        long session = event.session();
        switch (event.type()) {
            case "MessageAppended", "MessageUpdated", "MessagesDeleted" -> messages.computeIfAbsent(
                            session, first -> new ChangedMessages())
                    .add(event);
            case "MessagesPurged" -> purged.add(event);
            case "SessionCreated" -> created.add(session);
            case "SessionUpdated" -> {
                if (ChangedMessages.hasAgent(event)) {
                    assigned.add(session);
                }
            }
            case "HistoryCleared" -> emptied.add(session);
            case "SessionDeleted", "SessionExpired" -> deleted.add(session);
            case "BlockWritten", "EntryWritten" -> entries.addAll(ChangedMessages.entries(event));
            case "ContentErased" -> stores.addAll(ChangedMessages.stores(event));
            case "RowsPurged" -> rows.addAll(ChangedMessages.rows(event));
            default -> {
                // Other events change nothing that is indexed.
            }
        }
    }

    /** Returns the database ids of the sessions whose trees must be looked up before the changes can be applied. */
    Set<Long> sessions() {
        var sessions = new HashSet<>(messages.keySet());
        sessions.addAll(emptied);
        sessions.addAll(assigned);
        purged.forEach(event -> sessions.add(event.session()));
        return sessions;
    }

    /**
     * Returns the trees that must be indexed again. These are the former trees of deleted sessions, and all trees of
     * sessions that got an agent. A session that got its agent may have been cleared or deleted since: its events may
     * not be among these ones yet.
     *
     * @param trees the trees of the sessions in {@link #sessions}, by the database id of the session
     */
    List<PendingTree> toIndexAgain(Map<Long, SessionTrees> trees) {
        var again = new ArrayList<PendingTree>();
        var orphaned = new LinkedHashSet<>(deleted);
        orphaned.addAll(assigned);
        for (long session : orphaned) {
            trees.getOrDefault(session, SessionTrees.NONE)
                    .orphaned()
                    .forEach(tree -> again.add(PendingTree.orphaned(tree)));
        }
        for (long session : assigned) {
            var tree = trees.getOrDefault(session, SessionTrees.NONE).current();
            if (tree != null) {
                again.add(PendingTree.whole(tree));
            }
        }
        return again;
    }
}
