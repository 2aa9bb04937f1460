package dev.coppice.search;

/**
 * Restricts a tenant-wide search; null means any.
 *
 * @param namespace null for all namespaces of the tenant
 * @param from epoch milliseconds, included
 * @param to epoch milliseconds, included
 * @param excludeSessionId id of sessions to leave out, in the namespace or in all namespaces
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
