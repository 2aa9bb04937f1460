package dev.coppice.session;

/**
 * Internal notice, fired inside the transaction: a session was created by a fork or a split. Observers that store data
 * about the source session, such as the content of context blocks, copy the data that the new session also needs. Not
 * part of the public API.
 *
 * @param source the session that is forked or split
 * @param copy the new session; its row is inserted, and it has no messages of its own yet
 * @param isFork true for a fork, false for the session that continues another one after a split
 */
public record SessionCopied(Session source, Session copy, boolean isFork) {}
