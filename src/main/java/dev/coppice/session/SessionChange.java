package dev.coppice.session;

import java.util.List;

/**
 * A notice between rooms, observed inside the transaction: these events will be true when it commits. No part of the
 * public API.
 */
public record SessionChange(Session session, List<? extends SessionEvent> events) {}
