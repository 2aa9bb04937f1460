package dev.coppice.search.index;

import dev.coppice.eventlog.EventRow;
import dev.coppice.json.JsonInput;
import dev.coppice.message.Position;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What the events of a session name: a run of appended messages, and messages that were changed or deleted. */
final class ChangedMessages {
    private long first = Long.MAX_VALUE;
    private long last;
    private final Set<String> ids = new LinkedHashSet<>();

    void read(EventRow change) {
        boolean appended = change.type().equals("MessageAppended");
        var in = JsonInput.of(change.data());
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

    boolean hasAppended() {
        return last >= first;
    }

    /** The seq of the first appended message. */
    long first() {
        return first;
    }

    long last() {
        return last;
    }

    Set<String> ids() {
        return ids;
    }

    /** The numbers of the stores whose content was erased. */
    static List<Long> stores(EventRow change) {
        var stores = new ArrayList<Long>();
        var in = JsonInput.of(change.data());
        in.object(member -> {
            if (member.equals("stores")) {
                in.array(() -> stores.add(in.integer(1, Long.MAX_VALUE)));
            } else {
                in.skip();
            }
        });
        return stores;
    }

    /** The number of the entry that was written or removed; none when the block keeps a text. */
    static List<Long> entries(EventRow change) {
        var entries = new ArrayList<Long>();
        var in = JsonInput.of(change.data());
        in.object(member -> {
            if (member.equals("entry") && in.atInteger()) {
                entries.add(in.integer(1, Long.MAX_VALUE));
            } else {
                in.skip();
            }
        });
        return entries;
    }

    /** The rows that were purged. */
    static List<Position> rows(EventRow change) {
        var rows = new ArrayList<Position>();
        var in = JsonInput.of(change.data());
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
