package dev.coppice.session;

/**
 * Internal notice, fired inside the transaction: a session was created by a fork or a split. Observers copy those data
 * of the source that the new session also has, such as context blocks. Not part of the public API.
 *
 * @param source the session that is forked or split
 * @param copy the new session, without messages of its own
 * @param isFork true for a fork, false for the session that continues another one after a split
 */
public record SessionCopied(Session source, Session copy, boolean isFork) {}
