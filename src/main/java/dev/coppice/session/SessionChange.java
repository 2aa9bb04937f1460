package dev.coppice.session;

import java.util.List;

/**
 * Internal notice, fired inside a transaction that has changed a session and is not committed yet. Also fired if a
 * session was only read, with the event {@code SessionLoaded}, possibly without a transaction. Not part of the public
 * API.
 *
 * @param session the session with the changes so far
 * @param events the events that announce the change after the commit, in their order
 */
public record SessionChange(Session session, List<? extends SessionEvent> events) {}
