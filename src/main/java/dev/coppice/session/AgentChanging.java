package dev.coppice.session;

/**
 * Internal notice, fired inside the transaction: a session that had no agent gets one. Not part of the public API.
 *
 * @param session the session's row, which is locked
 */
public record AgentChanging(Session session) {}
