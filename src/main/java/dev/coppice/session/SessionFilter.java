package dev.coppice.session;

import java.util.Map;

/**
 * Selects the sessions of a list. A null component matches any value.
 *
 * @param namespace name of the namespace; null for all namespaces of the tenant
 * @param userId user of the sessions
 * @param agent name of the sessions' agent
 * @param source name of the system that created the sessions
 * @param type {@code agent}, {@code team} or {@code workflow}
 * @param parent {@code parentSessionId} of the sessions
 * @param ended true to select only sessions that a split has ended, false to select only the others
 * @param from earliest time of the last write, inclusive, in milliseconds since the epoch
 * @param to latest time of the last write, inclusive, in milliseconds since the epoch
 * @param metadata members that the session's metadata must have, as a map from the name to the value as text; the value
 *     is a string, number or boolean. For example, the name {@code urgent} with the value {@code true} selects sessions
 *     with <code>{"urgent":true}</code>. Empty for no condition
 */
public record SessionFilter(
        String namespace,
        String userId,
        String agent,
        String source,
        String type,
        String parent,
        Boolean ended,
        Long from,
        Long to,
        Map<String, String> metadata) {

    /** Returns a filter for all sessions of the user {@code userId}, in all namespaces of the tenant. */
    public static SessionFilter ofUser(String userId) {
        return new SessionFilter(null, userId, null, null, null, null, null, null, null, Map.of());
    }

    /**
     * True if agent, source, type, parent and {@code ended} of this filter match a session. Namespace, user, times
     * and metadata are not compared here, because the database queries of {@link SessionLists} compare them.
     *
     * @param origin the session's fields that are fixed at creation
     * @param ended true if a split has ended the session
     */
    boolean matches(Origin origin, boolean ended) {
        return (agent == null || agent.equals(origin.agent()))
                && (source == null || source.equals(origin.source()))
                && (type == null || type.equals(origin.type()))
                && (parent == null || parent.equals(origin.parentSessionId()))
                && (this.ended == null || this.ended == ended);
    }
}
