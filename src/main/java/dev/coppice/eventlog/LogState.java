package dev.coppice.eventlog;

/**
 * State of the event log at one moment.
 *
 * @param lastPosition the last position that was assigned to an event; 0 if none was
 * @param trimmedUpTo the position, inclusive, up to which old events were removed; 0 if none were
 * @param firstId lowest database id in the next batch of committed events that have no position yet; 0 if there are
 *     none
 * @param lastId highest database id in this batch, inclusive; 0 if there are none
 * @param isDense true if each id from {@code firstId} to {@code lastId} belongs to an event of this batch
 * @param hasMore true if the batch is full, so that more events without a position may follow it
 */
public record LogState(
        long lastPosition, long trimmedUpTo, long firstId, long lastId, boolean isDense, boolean hasMore) {
    /**
     * Creates a state from the result of a query.
     *
     * @param count number of events in the batch
     * @param limit maximum number of events in a batch
     */
    LogState(long lastPosition, long trimmedUpTo, long firstId, long lastId, int count, int limit) {
        this(lastPosition, trimmedUpTo, firstId, lastId, lastId - firstId + 1 == count, count == limit);
    }

    /** True if at least one committed event has no position yet. */
    boolean hasUnpositioned() {
        return firstId > 0;
    }

    /**
     * Returns this state as it is after the events from {@link #firstId} to {@link #lastId} have got their positions.
     * Must not be called if {@link #hasMore} is true.
     *
     * @param position the last position that was assigned
     */
    LogState positioned(long position) {
        return new LogState(position, trimmedUpTo, 0, 0, false, false);
    }
}
