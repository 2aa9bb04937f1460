package dev.coppice.search;

import java.util.Objects;

/**
 * Restricts a search over all sessions of a tenant. A null component adds no restriction.
 *
 * @param namespace name of the namespace; null for all namespaces of the tenant
 * @param userId id of the sessions' user
 * @param agent name of the sessions' agent
 * @param source name of the system that created the sessions
 * @param role role of the messages
 * @param from earliest time of the messages, inclusive, in milliseconds since the epoch
 * @param to latest time of the messages, inclusive, in milliseconds since the epoch
 * @param excludeSessionId session id to leave out: all sessions with this id are left out, in any namespace
 */
public record SearchFilter(
        String namespace,
        String userId,
        String agent,
        String source,
        String role,
        Long from,
        Long to,
        String excludeSessionId) {
    /** Returns a hash of the filter that is the same in every process; see {@link SearchQuery#stableHash}. */
    int stableHash() {
        return Objects.hash(namespace, userId, agent, source, role, from, to, excludeSessionId);
    }
}
