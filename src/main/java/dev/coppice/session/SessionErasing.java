package dev.coppice.session;

/**
 * Internal notice, fired inside the transaction that erases the data of a user. It is fired for each of the user's
 * sessions, before the notice {@link SessionDeleting} of the same session. Not part of the public API.
 *
 * @param session the session to erase
 * @param counts the counts of the erasure; each observer adds the number of the session's rows that it deletes
 */
public record SessionErasing(Session session, ErasureCount counts) {}
