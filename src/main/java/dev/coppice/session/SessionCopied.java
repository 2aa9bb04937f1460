package dev.coppice.session;

/**
 * Internal notice, observed inside the transaction: a session was created from another one by a fork or a split.
 * Observers copy the data that both share, such as context blocks. The source's row is locked. Not part of the public
 * API.
 */
public record SessionCopied(Session source, Session copy) {}
