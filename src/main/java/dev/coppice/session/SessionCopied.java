package dev.coppice.session;

/**
 * Internal notice, fired inside the transaction: a session was created by a fork or a split. Observers copy those data
 * of the source that the new session also has, such as context blocks. Not part of the public API.
 *
 * @param source the session that is forked or split; its row is locked
 * @param copy the new session, without messages yet
 */
public record SessionCopied(Session source, Session copy) {}
