package dev.coppice.session;

/**
 * Internal notice, observed inside a transaction that erases the data of a user, before the {@link SessionDeleting} of
 * each of the user's sessions. Observers add the numbers of rows that they will delete to {@code counts}. Not part of
 * the public API.
 */
public record SessionErasing(Session session, ErasureCount counts) {}
