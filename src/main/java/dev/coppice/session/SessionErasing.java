package dev.coppice.session;

/**
 * Internal notice, observed inside the transaction that erases a user, before the {@link SessionDeleting} of each
 * session. Observers add the numbers of rows that they will delete to {@code counts}. Not part of the public API.
 */
public record SessionErasing(Session session, ErasureCount counts) {}
