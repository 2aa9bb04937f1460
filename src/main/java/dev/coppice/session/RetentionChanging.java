package dev.coppice.session;

/**
 * Internal notice, observed inside the transaction: a patch has set {@code maxMessages} of a session. The session's row
 * is locked. Not part of the public API.
 */
public record RetentionChanging(Session session) {}
