package dev.coppice.context;

/**
 * A message of another session that was found.
 *
 * @param sessionName what people call the session, or null
 * @param createdAt epoch milliseconds
 */
public record PastMessage(String sessionId, String sessionName, long createdAt, String role, String text) {}
