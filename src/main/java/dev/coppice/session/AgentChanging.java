package dev.coppice.session;

/**
 * Internal notice, fired inside the transaction after a session that had no agent got one. Its limits are already those
 * of the new agent. Not part of the public API.
 *
 * @param session the session's row, which is locked
 */
public record AgentChanging(Session session) {}
