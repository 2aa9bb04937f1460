package dev.coppice.session;

/**
 * Internal notice, fired inside the transaction: a session was created by a fork or a split. Each observer copies what
 * it stores about the source session and the new session needs too, such as the content of context blocks. Not part of
 * the public API.
 *
 * @param source the session that is forked or split
 * @param copy the new session; its row is inserted, and it has no messages of its own yet
 * @param isFork true for a fork, false for the session that continues another one after a split
 */
public record SessionCopied(Session source, Session copy, boolean isFork) {}
