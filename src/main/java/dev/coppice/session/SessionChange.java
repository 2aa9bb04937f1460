package dev.coppice.session;

import java.util.List;

/**
 * Internal notice, observed inside the transaction: the events of a change that the transaction makes to a session. The
 * events become public after the commit. Not part of the public API.
 */
public record SessionChange(Session session, List<? extends SessionEvent> events) {}
