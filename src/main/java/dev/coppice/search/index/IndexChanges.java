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

/** The changes that consecutive events require in the index, grouped so that nothing is read or written twice. */
final class IndexChanges {
    /** Appended, changed and deleted messages, by session. */
    final Map<Long, ChangedMessages> messages = new HashMap<>();

    /** Sessions that no longer have their former tree: cleared and {@link #deleted} ones. */
    final Set<Long> emptied = new LinkedHashSet<>();

    /** Deleted and expired sessions. */
    final Set<Long> deleted = new HashSet<>();

    /** Created sessions that were not deleted since. */
    final Set<Long> created = new LinkedHashSet<>();

    /** Numbers of block entries that were written or deleted. */
    final Set<Long> entries = new LinkedHashSet<>();

    /** Numbers of stores whose content was erased. */
    final Set<Long> stores = new HashSet<>();

    /** Events of messages purged by retention. */
    final List<EventRow> purged = new ArrayList<>();

    /** Positions of message rows that no longer exist. */
    final List<Position> rows = new ArrayList<>();

    private IndexChanges() {}

    static IndexChanges of(List<EventRow> events) {
        var changes = new IndexChanges();
        events.forEach(changes::add);
        changes.emptied.addAll(changes.deleted);
        changes.created.removeAll(changes.deleted);
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
            case "HistoryCleared" -> emptied.add(session);
            case "SessionDeleted", "SessionExpired" -> deleted.add(session);
            case "BlockWritten", "EntryWritten" -> entries.addAll(ChangedMessages.entries(event));
            case "ContentErased" -> stores.addAll(ChangedMessages.stores(event));
            case "RowsPurged" -> rows.addAll(ChangedMessages.rows(event));
            default -> {
                // other events change nothing that is indexed
            }
        }
    }

    /** The sessions whose trees are needed to apply the changes. */
    Set<Long> sessions() {
        var sessions = new HashSet<>(messages.keySet());
        sessions.addAll(emptied);
        purged.forEach(event -> sessions.add(event.session()));
        return sessions;
    }
}
