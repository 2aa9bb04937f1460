package dev.coppice.session;

/**
 * Internal notice, observed inside the transaction: a session that had no agent gets one. The session's row is locked.
 * Not part of the public API.
 */
public record AgentChanging(Session session) {}
