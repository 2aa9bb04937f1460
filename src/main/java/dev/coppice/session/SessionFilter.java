package dev.coppice.session;

import java.util.Map;

/**
 * Selects the sessions of a list. A null field matches any value.
 *
 * @param namespace null for all namespaces of the tenant
 * @param parent id of the session that it was forked or split from
 * @param ended true for only sessions that a split has ended, false for only others
 * @param metadata scalar members that the metadata must have, as text
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

    /** Checks the filter's fields except namespace, user and metadata, which queries check. */
    boolean matches(Origin origin, boolean ended) {
        return (agent == null || agent.equals(origin.agent()))
                && (source == null || source.equals(origin.source()))
                && (type == null || type.equals(origin.type()))
                && (parent == null || parent.equals(origin.parentSessionId()))
                && (this.ended == null || this.ended == ended);
    }
}
