package dev.coppice.session;

import java.util.List;

/**
 * Internal notice, observed inside the transaction: what the transaction does to a session. Its events become public
 * after the commit. Not part of the public API.
 */
public record SessionChange(Session session, List<? extends SessionEvent> events) {}
