/**
 * Quotas of tenants: requests a second, bytes of request bodies a day, sessions, and model calls a day. A request beyond
 * a quota is refused with 429 {@code rate-limited} and {@code Retry-After}, before it costs anything. The counting is in
 * the memory of each node, so that no request waits for the database: the rate is one of each node, the other counts are
 * added up in the database every {@code coppice.quota.refresh}, so that several nodes may exceed them by what they
 * accept in that time.
 */
package dev.coppice.quota;
