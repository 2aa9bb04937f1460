package dev.coppice.session;

/**
 * Internal notice, observed inside the transaction: a session is being removed because it was deleted or has expired.
 * Observers delete all data that belongs to it, or mark it for a later purge. Not part of the public API.
 */
public record SessionDeleting(Session session) {}
