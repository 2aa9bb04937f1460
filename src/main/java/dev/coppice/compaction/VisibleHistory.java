package dev.coppice.compaction;

import dev.coppice.Ids;
import dev.coppice.format.MessageBody;
import dev.coppice.format.TokenCounter;
import dev.coppice.format.ToolUse;
import dev.coppice.message.Histories;
import dev.coppice.message.HistoryQuery;
import dev.coppice.session.SessionName;
import java.util.ArrayList;
import java.util.List;

/**
 * What a reader of a path sees, without the texts: read once from the root on, in short transactions, and never held whole.
 *
 * @param leafId the path's last message, null while there is none
 */
record VisibleHistory(String leafId, List<Seen> messages) {
    /** A message of it. */
    record Seen(String id, int bytes, CutPoint.Item item) {}

    /** @param leafId null for the session's leaf */
    static VisibleHistory read(Histories histories, SessionName name, String leafId, TokenCounter counter) {
        return read(histories, name, new HistoryQuery(leafId, null, null, null, null, false), counter);
    }

    /** As {@link #read}, but the messages themselves instead of summaries. */
    static VisibleHistory raw(Histories histories, SessionName name, String leafId, TokenCounter counter) {
        return read(histories, name, new HistoryQuery(leafId, null, null, null, null, true), counter);
    }

    private static VisibleHistory read(
            Histories histories, SessionName name, HistoryQuery query, TokenCounter counter) {
        var history = histories.history(name, query);
        var seen = new ArrayList<Seen>();
        for (var piece = history.pieces().next();
                !piece.isEmpty();
                piece = history.pieces().next()) {
            for (var json : piece) {
                var body = MessageBody.of(json).countedBy(counter);
                boolean synthetic = isSynthetic(body.id());
                var item = new CutPoint.Item(body.tokens(), synthetic, ToolUse.of(json));
                seen.add(new Seen(body.id(), json.length, item));
            }
        }
        return new VisibleHistory(history.leafId(), seen);
    }

    static boolean isSynthetic(String id) {
        return id.startsWith(Ids.RESERVED);
    }

    /** Number of a message, or -1. */
    int find(String id) {
        for (int i = 0; i < messages.size(); i++) {
            if (messages.get(i).id().equals(id)) {
                return i;
            }
        }
        return -1;
    }

    List<CutPoint.Item> items() {
        return messages.stream().map(Seen::item).toList();
    }

    long tokens(Cut.Middle middle) {
        return messages.subList(middle.first(), middle.last() + 1).stream()
                .mapToLong(seen -> seen.item().tokens())
                .sum();
    }

    /**
     * The same middle, or, when it has more bytes than may be held, its beginning: as much as fits without parting a call
     * from its result, one message at least, and of the summaries before that one the last that fit; what is left is for
     * the next time. Nothing when a call and its results alone are too large.
     */
    Cut within(Cut.Middle middle, long maxBytes) {
        int first = middle.first();
        int firstNew = first;
        long bytes = bytes(firstNew);
        while (messages.get(firstNew).item().synthetic()) {
            bytes += bytes(++firstNew);
        }
        while (first < firstNew && bytes > maxBytes) {
            bytes -= bytes(first++);
        }
        int fits = firstNew;
        while (fits < middle.last() && bytes + bytes(fits + 1) <= maxBytes) {
            bytes += bytes(++fits);
        }
        int last = fits == middle.last() ? fits : CutPoint.lastWhole(items(), first, fits);
        return last < firstNew ? Cut.Nothing.TOO_LARGE : new Cut.Middle(first, last);
    }

    private int bytes(int message) {
        return messages.get(message).bytes();
    }
}
