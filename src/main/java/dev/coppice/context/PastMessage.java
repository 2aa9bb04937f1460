package dev.coppice.context;

/**
 * A past message, found by a search: one of another session of the same user, or one of the session itself that a
 * summary replaces in its history.
 *
 * @param sessionId id of the session with the message
 * @param sessionName the session's display name, or null
 * @param createdAt time of the message, in milliseconds since the epoch
 * @param role role of the message
 * @param text what was said in the message; if nothing was, its reasoning or tool calls
 */
public record PastMessage(String sessionId, String sessionName, long createdAt, String role, String text) {}
