package dev.coppice.eventlog;

/** A component of this node that reads the event log as it grows: the search index and the live feed. Thread-safe. */
public interface LogReader {
    /**
     * Position of the last event that this reader has processed; 0 before it has started, {@link Long#MAX_VALUE} while it
     * needs no events.
     */
    long position();

    /**
     * True for a reader that resumes after a restart: all nodes keep the events after its position. False for a reader
     * that needs events only while it runs: this node does not purge the events of a deleted session before they are read.
     */
    boolean isDurable();

    /** True while new events should get their positions soon, because clients wait for them. */
    default boolean isWaiting() {
        return false;
    }

    /** Reads the events that have got positions since the last call, by one thread at a time. */
    default void readOn() {}
}
