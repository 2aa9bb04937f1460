/**
 * Quotas of tenants: requests a second, bytes of request bodies a day, sessions, and model calls a day. A request
 * beyond a quota is refused with 429 {@code rate-limited} and {@code Retry-After}. The rate and a body of announced
 * length are checked before the request is executed, the other quotas during its execution.
 *
 * <p>Each node counts in its memory, so that no request waits for the database. Requests a second are counted by each
 * node for itself. The other counts of the nodes are added up in the database every {@code coppice.quota.refresh}. So
 * several nodes together may exceed these quotas by what they accept in that time.
 */
package dev.coppice.quota;
