package dev.coppice.session;

/**
 * Internal notice, observed inside the transaction: a session is being deleted or has expired, and all data that
 * belongs to it must go. Not part of the public API.
 */
public record SessionDeleting(Session session) {}
