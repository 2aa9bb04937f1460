package dev.coppice.session;

/**
 * Internal notice, observed inside the transaction: the {@code maxMessages} of a locked session changes. Not part of
 * the public API.
 */
public record RetentionChanging(Session session) {}
