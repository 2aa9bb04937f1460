package dev.coppice.session;

/**
 * A notice between rooms, observed inside the transaction, before the {@link SessionDeleting} of a session whose user is
 * erased: each room counts what it has of the session. No part of the public API.
 */
public record SessionErasing(Session session, ErasureCount tally) {}
