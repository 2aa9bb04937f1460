package dev.coppice.eventlog;

/**
 * State of the event log at one moment.
 *
 * @param lastPosition the last position that was assigned to an event; 0 if none was
 * @param trimmedUpTo the position up to which old events were removed; 0 if none were
 * @param firstId lowest id (not position) of the next batch of committed events without a position; 0 if there are none
 * @param lastId highest id of that batch; 0 if there are none
 * @param hasMore true if the batch is full, so that there may be more such events
 */
public record LogState(long lastPosition, long trimmedUpTo, long firstId, long lastId, boolean hasMore) {
    /** True if a committed event has no position yet. */
    boolean hasUnpositioned() {
        return firstId > 0;
    }

    /**
     * Returns this state as it is after the batch has got its positions. Must not be called if {@link #hasMore} is
     * true.
     *
     * @param position the last position that was assigned
     */
    LogState positioned(long position) {
        return new LogState(position, trimmedUpTo, 0, 0, false);
    }
}
