package dev.coppice.turn;

import dev.coppice.format.MessageFormat;
import dev.coppice.format.TruncationWindow;
import dev.coppice.message.HistoryQuery;

/**
 * Selects the contents of a turn, that is, of the input of one model call. The turn contains the last messages of the
 * history, as many as all limits allow. A limit that is null does not apply; the limits are inclusive.
 *
 * @param format format of messages and tools
 * @param leafId id of the last message of the path to read, or null for the session's leaf (the message appended last)
 * @param last maximum number of messages, summaries included; if these contain neither a user message nor a summary, up
 *     to {@code coppice.turn.max-back} more are read ({@link TurnSettings#maxBack})
 * @param turns maximum number of user turns: each is a user message and the messages up to the next one
 * @param maxTokens maximum sum of the messages' stored token counts
 * @param toolResults false to omit tool calls and their results
 * @param truncation selects the old messages whose tool outputs are truncated; null to truncate none
 */
public record TurnQuery(
        MessageFormat format,
        String leafId,
        Integer last,
        Integer turns,
        Long maxTokens,
        boolean toolResults,
        TruncationWindow truncation) {
    /**
     * Returns a query for the whole history up to the session's leaf (the message appended last), with tool calls and
     * their results.
     */
    public static TurnQuery all(MessageFormat format) {
        return new TurnQuery(format, null, null, null, null, true, null);
    }

    /**
     * Returns the query that selects the messages of this turn from the session's history.
     *
     * @param maxBytes maximum sum of the sizes of the messages, in bytes as stored, inclusive
     */
    HistoryQuery history(long maxBytes) {
        return new HistoryQuery(leafId, last, null, maxTokens, maxBytes, turns, false, false, truncation);
    }
}
