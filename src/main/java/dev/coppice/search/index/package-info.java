/**
 * The search index of one node: {@link Index} manages it, {@link Documents} writes it, {@code DocumentRemovals} removes
 * from it what was deleted or purged, {@link IndexFollower} applies the event log to it. The index is derived from
 * messages and block entries, and follows the event log from a {@link Checkpoint}. The index can be verified and
 * rebuilt while it serves searches, which are in package {@code search}.
 */
package dev.coppice.search.index;
