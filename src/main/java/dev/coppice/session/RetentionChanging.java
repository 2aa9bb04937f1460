package dev.coppice.session;

/**
 * Internal notice, observed inside the transaction: the setting {@code maxMessages} of a locked session has changed.
 * Not part of the public API.
 */
public record RetentionChanging(Session session) {}
