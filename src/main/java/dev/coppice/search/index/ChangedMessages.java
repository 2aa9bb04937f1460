package dev.coppice.search.index;

import dev.coppice.eventlog.EventRow;
import dev.coppice.json.JsonInput;
import dev.coppice.message.Position;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Collects which messages of one session must be indexed: those that events report as appended, updated or deleted. The
 * static methods read events of other types: those about block entries, erased blocks, the agents of sessions, and
 * purged rows. Not thread-safe.
 */
final class ChangedMessages {
    private long first = Long.MAX_VALUE;
    private long last;
    private final Set<String> ids = new LinkedHashSet<>();

    /**
     * Adds the messages that an event reports: appended ones by their sequence number, updated and deleted ones by
     * their ids. The event must be of one of these three types.
     */
    void add(EventRow event) {
        boolean appended = event.type().equals("MessageAppended");
        var in = JsonInput.of(event.data());
        in.object(member -> {
            switch (member) {
                case "seq" -> append(in.integer(1, Long.MAX_VALUE));
                case "messageId" -> {
                    if (appended) {
                        in.skip();
                    } else {
                        ids.add(in.string());
                    }
                }
                case "messageIds" -> in.array(() -> ids.add(in.string()));
                default -> in.skip();
            }
        });
    }

    private void append(long seq) {
        first = Math.min(first, seq);
        last = Math.max(last, seq);
    }

    /** True if an event about appended messages was added. */
    boolean hasAppended() {
        return last >= first;
    }

    /** Returns the lowest sequence number of the appended messages. Valid only if {@link #hasAppended} is true. */
    long first() {
        return first;
    }

    /** Returns the highest sequence number of the appended messages. Valid only if {@link #hasAppended} is true. */
    long last() {
        return last;
    }

    /** Returns the ids of the updated and deleted messages; empty if there are none. */
    Set<String> ids() {
        return ids;
    }

    /**
     * Reads an event of the type {@code ContentErased}. Returns the database ids of the blocks
     * ({@code context.StoredBlock}) whose content was erased.
     */
    static List<Long> stores(EventRow event) {
        var stores = new ArrayList<Long>();
        var in = JsonInput.of(event.data());
        in.object(member -> {
            if (member.equals("stores")) {
                in.array(() -> stores.add(in.integer(1, Long.MAX_VALUE)));
            } else {
                in.skip();
            }
        });
        return stores;
    }

    /**
     * Reads an event of the type {@code BlockWritten} or {@code EntryWritten}. Returns a list with the database id of
     * the entry that was written or deleted; empty if the event is about the text of the block, not about an entry.
     */
    static List<Long> entries(EventRow event) {
        var entries = new ArrayList<Long>();
        var in = JsonInput.of(event.data());
        in.object(member -> {
            if (member.equals("entry") && in.atInteger()) {
                entries.add(in.integer(1, Long.MAX_VALUE));
            } else {
                in.skip();
            }
        });
        return entries;
    }

    /**
     * True if the session got an agent, according to an event of the type {@code SessionUpdated}. Such an event has a
     * member {@code agent}.
     */
    static boolean hasAgent(EventRow event) {
        var found = new boolean[1];
        var in = JsonInput.of(event.data());
        in.object(member -> {
            found[0] |= member.equals("agent");
            in.skip();
        });
        return found[0];
    }

    /** Reads an event of the type {@code RowsPurged}. Returns the row positions of the messages that were purged. */
    static List<Position> rows(EventRow event) {
        var rows = new ArrayList<Position>();
        var in = JsonInput.of(event.data());
        in.object(member -> in.array(() -> {
            var range = new ArrayList<Long>();
            in.array(() -> range.add(in.integer(0, Long.MAX_VALUE)));
            for (long depth = range.get(1); depth <= range.get(2); depth++) {
                rows.add(new Position(range.get(0), (int) depth));
            }
        }));
        return rows;
    }
}
