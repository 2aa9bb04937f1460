package dev.coppice.session;

/**
 * Internal notice, fired inside the transaction that erases the data of a user. It is fired for each of the user's
 * sessions, before the notice {@link SessionDeleting} of the same session. Not part of the public API.
 *
 * @param session the session to erase
 * @param counts the counts of the erasure; each observer adds how many of the session's objects it deletes
 */
public record SessionErasing(Session session, ErasureCount counts) {}
