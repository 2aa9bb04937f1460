package dev.coppice.context;

/**
 * A message of another session of the same user, found by a search.
 *
 * @param sessionId id of the session with the message
 * @param sessionName the session's display name, or null
 * @param createdAt milliseconds since the epoch
 */
public record PastMessage(String sessionId, String sessionName, long createdAt, String role, String text) {}
