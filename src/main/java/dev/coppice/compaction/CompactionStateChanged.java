package dev.coppice.compaction;

/**
 * Internal event, observed after the commit: a compaction of a session began or ended on this node. Not part of the
 * public API.
 *
 * @param session database id of the session
 */
public record CompactionStateChanged(long session) {}
