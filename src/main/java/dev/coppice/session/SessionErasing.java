package dev.coppice.session;

/**
 * Internal notice, observed inside the transaction that erases a user, before the {@link SessionDeleting} of each
 * session: observers add the numbers of rows that they will delete. Not part of the public API.
 */
public record SessionErasing(Session session, ErasureCount counts) {}
