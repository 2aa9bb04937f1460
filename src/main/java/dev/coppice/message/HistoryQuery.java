package dev.coppice.message;

/**
 * Selects a path and the part of it to read.
 *
 * @param leafId the path's last message, or null for the session's leaf
 * @param last maximum number of messages, or null
 * @param before id of a message above which all selected messages are, or null
 * @param maxTokens maximum tokens of the messages together, or null
 * @param maxBytes maximum bytes of the messages' JSON together, or null
 * @param userTurns maximum number of user turns: each is a user message and the messages up to the next one; or null
 * @param raw true to ignore compactions
 */
public record HistoryQuery(
        String leafId, Integer last, String before, Long maxTokens, Long maxBytes, Integer userTurns, boolean raw) {
    /** The whole path to the session's leaf. */
    public static final HistoryQuery ALL = new HistoryQuery(null, null, null, null, null, false);

    public HistoryQuery(String leafId, Integer last, String before, Long maxTokens, Long maxBytes, boolean raw) {
        this(leafId, last, before, maxTokens, maxBytes, null, raw);
    }

    /** True when the query selects the end of a path within limits. */
    boolean isWindow() {
        return last != null || maxTokens != null || maxBytes != null || userTurns != null;
    }
}
