package dev.coppice.session;

/**
 * Internal notice, fired inside the transaction after a {@link SessionPatch} has set the agent of a session that had
 * none. The session already has the limits of this agent. Not part of the public API.
 *
 * @param session the session's row, which is locked
 */
public record AgentChanging(Session session) {}
