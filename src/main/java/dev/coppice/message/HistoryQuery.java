package dev.coppice.message;

/**
 * Selects a path and the part of it to read. Each limit is null if it does not apply.
 *
 * @param leafId the path's last message, or null for the session's leaf
 * @param last maximum number of messages
 * @param before id of a message; only messages above it are selected
 * @param maxTokens maximum tokens of the selected messages together
 * @param maxBytes maximum bytes of the selected messages' JSON together
 * @param userTurns maximum number of user turns: each is a user message and the messages up to the next one
 * @param raw true to ignore compactions
 */
public record HistoryQuery(
        String leafId, Integer last, String before, Long maxTokens, Long maxBytes, Integer userTurns, boolean raw) {
    /** Selects the whole path to the session's leaf, with compactions applied. */
    public static final HistoryQuery ALL = new HistoryQuery(null, null, null, null, null, false);

    public HistoryQuery(String leafId, Integer last, String before, Long maxTokens, Long maxBytes, boolean raw) {
        this(leafId, last, before, maxTokens, maxBytes, null, raw);
    }

    /** True when the query limits the messages by number, tokens, bytes or user turns, so that it selects a window. */
    boolean isWindow() {
        return last != null || maxTokens != null || maxBytes != null || userTurns != null;
    }
}
