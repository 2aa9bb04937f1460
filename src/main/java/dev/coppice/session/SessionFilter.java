package dev.coppice.session;

import java.util.Map;

/**
 * Selects the sessions of a list. A null field matches any value.
 *
 * @param namespace null for all namespaces of the tenant
 * @param parent id of the session from which the listed ones were forked or split
 * @param ended true to select only sessions that a split has ended, false to select only the others
 * @param metadata scalar members that the session's metadata must have: values as text, by name
 */
public record SessionFilter(
        String namespace,
        String userId,
        String agent,
        String source,
        String type,
        String parent,
        Boolean ended,
        Map<String, String> metadata) {

    /** Returns a filter for all sessions of a user. */
    public static SessionFilter ofUser(String userId) {
        return new SessionFilter(null, userId, null, null, null, null, null, Map.of());
    }

    /** Checks the filter's fields, except namespace, user and metadata: the query checks those. */
    boolean matches(Origin origin, boolean ended) {
        return (agent == null || agent.equals(origin.agent()))
                && (source == null || source.equals(origin.source()))
                && (type == null || type.equals(origin.type()))
                && (parent == null || parent.equals(origin.parentSessionId()))
                && (this.ended == null || this.ended == ended);
    }
}
