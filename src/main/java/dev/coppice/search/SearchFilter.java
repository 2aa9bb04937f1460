package dev.coppice.search;

/**
 * Which messages a search over sessions finds; null means any.
 *
 * @param namespace null for all namespaces of the tenant
 * @param from epoch milliseconds, included
 * @param to epoch milliseconds, included
 * @param excludeSessionId a session of the namespace, or of any, that is left out
 */
public record SearchFilter(
        String namespace,
        String userId,
        String agent,
        String source,
        String role,
        Long from,
        Long to,
        String excludeSessionId) {}
