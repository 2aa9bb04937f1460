package dev.coppice.compaction;

/**
 * A notice between rooms, observed after the commit: a compaction of the session has begun or ended on this node. No part of
 * the public API.
 */
public record CompactionStateChanged(long session) {}
