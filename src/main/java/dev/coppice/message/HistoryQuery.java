package dev.coppice.message;

import dev.coppice.format.TruncationWindow;

/**
 * Selects a path and the part of it to read: its last messages, as many as all limits allow. The last message is
 * always selected, even if it alone exceeds a limit. A limit that is null does not apply. All limits are inclusive.
 *
 * @param leafId id of the path's last message, or null for the session's leaf
 * @param last maximum number of messages, summaries included
 * @param before id of a message or summary of the path; only messages above it are selected; null for all
 * @param maxTokens maximum tokens of the selected messages together
 * @param maxBytes maximum bytes of the selected messages' JSON together
 * @param userTurns maximum number of user turns: each is a user message and the messages up to the next one
 * @param raw true to ignore compactions
 * @param summaryBeginsTurn true if a summary counts as the beginning of a user turn in {@code userTurns}, because a
 *     model's input may begin with a summary; false if only user messages count
 * @param truncation decides which messages are old, so that their tool outputs are truncated; null to truncate no
 *     message
 */
public record HistoryQuery(
        String leafId,
        Integer last,
        String before,
        Long maxTokens,
        Long maxBytes,
        Integer userTurns,
        boolean raw,
        boolean summaryBeginsTurn,
        TruncationWindow truncation) {
    /** Selects the whole path from the root to the session's leaf, with compactions applied. */
    public static final HistoryQuery ALL = new HistoryQuery(null, null, null, null, null, false);

    /**
     * Creates a query that has no limit of user turns and truncates no tool outputs. The parameters have the meaning of
     * the record's components.
     */
    public HistoryQuery(String leafId, Integer last, String before, Long maxTokens, Long maxBytes, boolean raw) {
        this(leafId, last, before, maxTokens, maxBytes, null, raw, false, null);
    }

    /**
     * Returns a query that selects the same messages and truncates the tool outputs of old ones.
     *
     * @param window decides which messages are old
     */
    public HistoryQuery truncated(TruncationWindow window) {
        return new HistoryQuery(leafId, last, before, maxTokens, maxBytes, userTurns, raw, summaryBeginsTurn, window);
    }

    /**
     * Returns a query that selects the last user turn: the messages from the path's last user message, or last summary,
     * to its end. Used if the messages that this query selects contain no user message and no summary. The limits of
     * tokens and bytes stay the same.
     *
     * @param more how many messages the returned query may select in addition to this query's {@link #last}, which must
     *     not be null
     */
    public HistoryQuery backToUser(int more) {
        int longer = (int) Math.min(Integer.MAX_VALUE, (long) last + more);
        return new HistoryQuery(leafId, longer, before, maxTokens, maxBytes, 1, raw, true, truncation);
    }

    /** True if the query limits the messages by number, tokens, bytes or user turns. */
    boolean isWindow() {
        return last != null || maxTokens != null || maxBytes != null || userTurns != null;
    }
}
