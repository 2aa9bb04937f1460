package dev.coppice.message;

/**
 * Which part of which path to read.
 *
 * @param leafId the path's last message, or null for the session's leaf
 * @param last at most so many messages, or null
 * @param before the id of a message: only what lies above it; or null
 * @param maxTokens tokens that the messages may have together, or null
 * @param maxBytes bytes that their JSON may have together, or null
 * @param turns at most so many messages of users, with all that follows them; or null
 * @param raw true for the messages themselves instead of the summaries that stand for them
 */
public record HistoryQuery(
        String leafId, Integer last, String before, Long maxTokens, Long maxBytes, Integer turns, boolean raw) {
    /** The whole path to the session's leaf. */
    public static final HistoryQuery ALL = new HistoryQuery(null, null, null, null, null, false);

    public HistoryQuery(String leafId, Integer last, String before, Long maxTokens, Long maxBytes, boolean raw) {
        this(leafId, last, before, maxTokens, maxBytes, null, raw);
    }

    /** True when the end of the path is asked for, not all of it. */
    boolean isWindow() {
        return last != null || maxTokens != null || maxBytes != null || turns != null;
    }
}
