package dev.coppice.session;

/**
 * Internal notice, observed inside the transaction: a session was created by a fork or a split. Observers copy the
 * source's data that the new session has too, such as context blocks. The source's row is locked. Not part of the
 * public API.
 *
 * @param source the session that is forked or split
 * @param copy the new session, without messages yet
 */
public record SessionCopied(Session source, Session copy) {}
