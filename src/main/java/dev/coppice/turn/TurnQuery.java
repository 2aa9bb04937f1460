package dev.coppice.turn;

import dev.coppice.format.MessageFormat;
import dev.coppice.message.HistoryQuery;

/**
 * What a turn is to be made of.
 *
 * @param shape of messages and tools
 * @param leafId the last message, or null for the session's leaf
 * @param last at most so many messages, or null
 * @param turns at most so many messages of the user, with all that follows them; or null
 * @param maxTokens tokens that the messages may have together, as they are stored; or null
 * @param toolResults false to leave out calls of tools, together with their results
 * @param cutsOutputs true to cut what tools gave back, but for the newest messages
 */
public record TurnQuery(
        MessageFormat shape,
        String leafId,
        Integer last,
        Integer turns,
        Long maxTokens,
        boolean toolResults,
        boolean cutsOutputs) {
    /** All of the conversation. */
    public static TurnQuery all(MessageFormat shape) {
        return new TurnQuery(shape, null, null, null, null, true, false);
    }

    HistoryQuery history(long maxBytes) {
        return new HistoryQuery(leafId, last, null, maxTokens, maxBytes, turns, false);
    }
}
