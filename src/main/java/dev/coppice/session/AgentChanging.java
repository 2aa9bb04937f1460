package dev.coppice.session;

/**
 * Internal notice, observed inside the transaction: a locked session that had no agent gets one. Not part of the public
 * API.
 */
public record AgentChanging(Session session) {}
