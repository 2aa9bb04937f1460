package dev.coppice.session;

/**
 * Internal notice, fired inside the transaction: a session is being removed because it was deleted or has expired.
 * Observers delete all data that belongs to the session, or mark it for a later purge. Not part of the public API.
 *
 * @param session the session; its row is locked and is deleted after the observers have run
 */
public record SessionDeleting(Session session) {}
