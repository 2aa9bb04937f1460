package dev.coppice.context;

/**
 * A past message that a search has found: a message of another session of the same user in the same namespace, or a
 * message of the session itself that was replaced by a summary in its history.
 *
 * @param sessionId id of the session with the message
 * @param sessionName the session's display name, or null
 * @param createdAt time of the message, in milliseconds since the epoch
 * @param role role of the message
 * @param text text of the message without reasoning and tool calls; if the message has no such text, its reasoning or
 *     tool calls
 */
public record PastMessage(String sessionId, String sessionName, long createdAt, String role, String text) {}
