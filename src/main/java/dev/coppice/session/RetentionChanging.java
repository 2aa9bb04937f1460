package dev.coppice.session;

/**
 * Internal notice, fired inside the transaction after a request has set {@code maxMessages} of a session, to a number
 * or to null. The session already has the new value. If the same request has set the agent of the session,
 * {@link AgentChanging} is fired instead. Not part of the public API.
 *
 * @param session the session's row, which is locked
 */
public record RetentionChanging(Session session) {}
