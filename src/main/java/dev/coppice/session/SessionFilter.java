package dev.coppice.session;

import java.util.Map;

/**
 * Which sessions a list shows; null means any.
 *
 * @param namespace null for all namespaces of the tenant
 * @param parent id of the session that it came from
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

    /** All sessions of a user. */
    public static SessionFilter ofUser(String userId) {
        return new SessionFilter(null, userId, null, null, null, null, null, Map.of());
    }

    /** The part that no index answers. */
    boolean matches(Origin origin, boolean ended) {
        return (agent == null || agent.equals(origin.agent()))
                && (source == null || source.equals(origin.source()))
                && (type == null || type.equals(origin.type()))
                && (parent == null || parent.equals(origin.parentSessionId()))
                && (this.ended == null || this.ended == ended);
    }
}
