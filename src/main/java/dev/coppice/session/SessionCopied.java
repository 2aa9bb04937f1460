package dev.coppice.session;

/**
 * Internal notice, observed inside the transaction: a session was created from another one by a fork or a split, and
 * what both have in common, such as context blocks, is to be copied now. The source's row is locked. Not part of the
 * public API.
 */
public record SessionCopied(Session source, Session copy) {}
