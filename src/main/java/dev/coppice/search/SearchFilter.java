package dev.coppice.search;

/**
 * Restricts a tenant-wide search. A component that is null does not restrict it.
 *
 * @param namespace name of the namespace; null for all namespaces of the tenant
 * @param from earliest time, in epoch milliseconds, inclusive
 * @param to latest time, in epoch milliseconds, inclusive
 * @param excludeSessionId id of the sessions to leave out, in any namespace of the tenant
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
