package dev.coppice.session;

/**
 * A notice between rooms, observed inside the transaction: the session goes, and with it all that hangs on it. No part
 * of the public API.
 */
public record SessionDeleting(Session session) {}
