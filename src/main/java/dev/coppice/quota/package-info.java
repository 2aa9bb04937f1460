/**
 * Quotas of tenants: requests a second, bytes of request bodies a day, sessions, and model calls a day. A request
 * beyond a quota is refused with 429 {@code rate-limited} and {@code Retry-After}, before it costs anything.
 *
 * <p>Each node counts in its memory, so that no request waits for the database. The quota of requests a second is one
 * of each node. The other counts are added up in the database every {@code coppice.quota.refresh}, so several nodes may
 * exceed these quotas by what they accept in that time.
 */
package dev.coppice.quota;
