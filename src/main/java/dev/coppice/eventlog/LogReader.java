package dev.coppice.eventlog;

/**
 * A component of this node that reads the new events of the event log: the search index or the live feed. Thread-safe.
 */
public interface LogReader {
    /**
     * Returns the position in the log up to which this reader has processed the events; 0 before the reader has
     * started, and {@link Long#MAX_VALUE} while it needs no events.
     */
    long position();

    /**
     * True if the reader continues at its position after a restart of the server: then no node trims the events after
     * that position. False if the reader needs events only while it runs: then the removal of a deleted session's
     * events waits for the reader on this node only.
     */
    boolean isDurable();

    /**
     * True while clients of this node wait for new events, so that events should get their positions soon. False by
     * default.
     */
    default boolean isWaiting() {
        return false;
    }

    /**
     * Processes the events that have got positions since the last call. The {@link Sequencer} calls it, on one thread
     * at a time. Does nothing by default.
     */
    default void readNewEvents() {}
}
