package dev.coppice.session;

/**
 * A notice between rooms, observed inside the transaction: a locked session is to retain another number of messages. No
 * part of the public API.
 */
public record RetentionChanging(Session session) {}
