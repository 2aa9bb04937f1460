package dev.coppice.session;

import java.util.List;

/**
 * Internal notice, observed inside the transaction: the transaction changes a session, and these events will announce
 * the change after the commit. Not part of the public API.
 */
public record SessionChange(Session session, List<? extends SessionEvent> events) {}
