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
 * The messages of a history without their texts: ids, sizes, token counts and tool calls. They are read once, oldest
 * first, with short queries; no connection is held in between. While they are read, only a part of the messages' bodies
 * is in memory at a time.
 *
 * @param leafId id of the path's last message, or null for an empty path
 * @param messages the messages, oldest first
 */
record VisibleHistory(String leafId, List<SizedMessage> messages) {
    /**
     * A message of a history, without its text.
     *
     * @param id id of the message
     * @param bytes size of the message's JSON in bytes
     * @param item the values by which {@link CutPoint} chooses the range to summarize
     */
    record SizedMessage(String id, int bytes, CutPoint.Item item) {}

    /**
     * Reads the messages of a history, with summaries in place of compacted messages. Throws 404
     * {@code session-not-found} if the session does not exist, 404 {@code message-not-found} if the leaf does not
     * exist.
     *
     * @param leafId id of the path's last message, or null for the session's leaf
     * @param counter counts the tokens of the messages
     */
    static VisibleHistory read(Histories histories, SessionName name, String leafId, TokenCounter counter) {
        return read(histories, name, new HistoryQuery(leafId, null, null, null, null, false), counter);
    }

    /**
     * Reads the original messages of a path, without summaries. Throws 404 {@code session-not-found} if the session
     * does not exist, 404 {@code message-not-found} if the leaf does not exist.
     *
     * @param leafId id of the path's last message, or null for the session's leaf
     * @param counter counts the tokens of the messages
     */
    static VisibleHistory raw(Histories histories, SessionName name, String leafId, TokenCounter counter) {
        return read(histories, name, new HistoryQuery(leafId, null, null, null, null, true), counter);
    }

    private static VisibleHistory read(
            Histories histories, SessionName name, HistoryQuery query, TokenCounter counter) {
        var history = histories.history(name, query);
        var messages = new ArrayList<SizedMessage>();
        for (var piece = history.pieces().next();
                !piece.isEmpty();
                piece = history.pieces().next()) {
            for (var json : piece) {
                var body = MessageBody.of(json).countedBy(counter);
                boolean synthetic = isSynthetic(body.id());
                var item = new CutPoint.Item(body.tokens(), synthetic, ToolUse.of(json));
                messages.add(new SizedMessage(body.id(), json.length, item));
            }
        }
        return new VisibleHistory(history.leafId(), messages);
    }

    static boolean isSynthetic(String id) {
        return id.startsWith(Ids.RESERVED);
    }

    /** Returns the index of the message with this id, or -1 if the history does not contain it. */
    int indexOf(String id) {
        for (int i = 0; i < messages.size(); i++) {
            if (messages.get(i).id().equals(id)) {
                return i;
            }
        }
        return -1;
    }

    List<CutPoint.Item> items() {
        return messages.stream().map(SizedMessage::item).toList();
    }

    /**
     * Returns the tokens of the messages in a range together. Summaries of earlier compactions in the range count too.
     */
    long tokens(Cut.Middle middle) {
        return messages.subList(middle.first(), middle.last() + 1).stream()
                .mapToLong(message -> message.item().tokens())
                .sum();
    }

    /**
     * Returns the size of the messages in a range together, in bytes of JSON. Summaries of earlier compactions in the
     * range count too.
     */
    long bytes(Cut.Middle middle) {
        return messages.subList(middle.first(), middle.last() + 1).stream()
                .mapToLong(SizedMessage::bytes)
                .sum();
    }

    /**
     * Returns the beginning of the range that {@link CutPoint} has chosen, with at most {@code maxBytes} bytes. The
     * shortened range does not separate a tool call from its result, and contains at least one message that is not a
     * summary. If the first such message alone has more than {@code maxBytes} bytes, the range ends with it. The next
     * compaction summarizes the rest of the range. If the range begins with earlier summaries that leave no room for
     * such a message, as many of the summaries as necessary are left out, beginning with the first. Returns
     * {@link Cut.Nothing#TOO_LARGE} if a call and its results together do not fit.
     */
    Cut shorten(Cut.Middle middle, long maxBytes) {
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
        int last = fits == middle.last() ? fits : CutPoint.lastValidEnd(items(), first, fits);
        return last < firstNew ? Cut.Nothing.TOO_LARGE : new Cut.Middle(first, last);
    }

    private int bytes(int message) {
        return messages.get(message).bytes();
    }
}
