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

/** What a run of events asks of the index, sorted so that each thing is read and written once. Looks at events only. */
final class IndexChanges {
    /** By session, the messages that were appended, changed or deleted. */
    final Map<Long, ChangedMessages> touched = new HashMap<>();

    /** Sessions that have left a tree behind: cleared ones, and those that are {@link #gone}. */
    final Set<Long> emptied = new LinkedHashSet<>();

    final Set<Long> gone = new HashSet<>();

    /** Sessions that were made, and are there. */
    final Set<Long> created = new LinkedHashSet<>();

    /** Numbers of entries that were written or removed. */
    final Set<Long> entries = new LinkedHashSet<>();

    /** Numbers of stores whose content was erased. */
    final Set<Long> stores = new HashSet<>();

    /** Events that tell of messages that were let go of. */
    final List<EventRow> purged = new ArrayList<>();

    /** Rows of messages that are there no more. */
    final List<Position> rows = new ArrayList<>();

    private IndexChanges() {}

    static IndexChanges of(List<EventRow> events) {
        var changes = new IndexChanges();
        events.forEach(changes::add);
        changes.emptied.addAll(changes.gone);
        changes.created.removeAll(changes.gone);
        return changes;
    }

    private void add(EventRow event) {
        long session = event.session();
        switch (event.type()) {
            case "MessageAppended", "MessageUpdated", "MessagesDeleted" -> touched.computeIfAbsent(
                            session, first -> new ChangedMessages())
                    .read(event);
            case "MessagesPurged" -> purged.add(event);
            case "SessionCreated" -> created.add(session);
            case "HistoryCleared" -> emptied.add(session);
            case "SessionDeleted", "SessionExpired" -> gone.add(session);
            case "BlockWritten", "EntryWritten" -> entries.addAll(ChangedMessages.entries(event));
            case "ContentErased" -> stores.addAll(ChangedMessages.stores(event));
            case "RowsPurged" -> rows.addAll(ChangedMessages.rows(event));
            default -> {
                // changes nothing that is indexed
            }
        }
    }

    /** Those whose trees say what is to be done. */
    Set<Long> sessions() {
        var sessions = new HashSet<>(touched.keySet());
        sessions.addAll(emptied);
        purged.forEach(event -> sessions.add(event.session()));
        return sessions;
    }
}
