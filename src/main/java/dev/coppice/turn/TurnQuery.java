package dev.coppice.turn;

import dev.coppice.format.MessageFormat;
import dev.coppice.format.TruncationWindow;
import dev.coppice.message.HistoryQuery;

/**
 * Selects the contents of a turn, that is, the input of one model call. Each limit is null if it does not apply.
 *
 * @param format format of messages and tools
 * @param leafId id of the last message, or null for the session's leaf
 * @param last maximum number of messages
 * @param turns maximum number of user turns: each is a user message and the messages up to the next one
 * @param maxTokens maximum sum of the messages' stored token counts
 * @param toolResults false to omit tool calls and their results
 * @param truncation decides which messages are old, so that their tool outputs are truncated; null for none
 */
public record TurnQuery(
        MessageFormat format,
        String leafId,
        Integer last,
        Integer turns,
        Long maxTokens,
        boolean toolResults,
        TruncationWindow truncation) {
    /** Returns a query for the whole history. */
    public static TurnQuery all(MessageFormat format) {
        return new TurnQuery(format, null, null, null, null, true, null);
    }

    HistoryQuery history(long maxBytes) {
        return new HistoryQuery(leafId, last, null, maxTokens, maxBytes, turns, false, false, truncation);
    }
}
