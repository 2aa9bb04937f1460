package dev.coppice.session;

/**
 * Internal notice, fired inside the transaction: a request has set {@code maxMessages} of a session. Not part of the
 * public API.
 *
 * @param session the session's row, which is locked
 */
public record RetentionChanging(Session session) {}
