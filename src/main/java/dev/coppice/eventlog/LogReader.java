package dev.coppice.eventlog;

/**
 * A component of this node that reads the new events of the event log. Implemented by the search index and by the live
 * feed. Thread-safe.
 */
public interface LogReader {
    /**
     * Returns the position in the log up to which this reader has processed the events; 0 before the reader has
     * started, and {@link Long#MAX_VALUE} while it needs no events.
     */
    long position();

    /**
     * True if the reader continues at its position after a restart of the server. Then no node removes events after
     * that position. False if the reader needs events only while it runs. Then only this node waits for the reader
     * before it removes the events of deleted sessions.
     */
    boolean isDurable();

    /**
     * True if clients of this node are waiting for new events, so that events should get their positions soon. False by
     * default.
     */
    default boolean isWaiting() {
        return false;
    }

    /**
     * Processes all events that have got a position since the last call. The {@link Sequencer} calls this method, on
     * one thread at a time. Does nothing by default.
     */
    default void readNewEvents() {}
}
