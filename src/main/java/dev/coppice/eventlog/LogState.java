package dev.coppice.eventlog;

/**
 * State of the event log at one moment.
 *
 * @param lastPosition the last position that was assigned to an event; 0 if none was
 * @param trimmedUpTo the position up to which old events were removed; 0 if none were
 * @param hasUnpositioned true if a committed event has no position yet
 */
public record LogState(long lastPosition, long trimmedUpTo, boolean hasUnpositioned) {}
