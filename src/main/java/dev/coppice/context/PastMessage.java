package dev.coppice.context;

/**
 * A search hit: a message of another session of the same user.
 *
 * @param sessionId the id of the session with the message
 * @param sessionName the session's display name, or null
 * @param createdAt epoch milliseconds
 */
public record PastMessage(String sessionId, String sessionName, long createdAt, String role, String text) {}
