package dev.coppice.eventlog;

/**
 * A component of this node that continuously reads new events from the event log: the search index or the live feed.
 * Thread-safe.
 */
public interface LogReader {
    /**
     * Returns the position of the last event that this reader has processed; 0 before the reader has started, and
     * {@link Long#MAX_VALUE} while the reader needs no events.
     */
    long position();

    /**
     * True if the reader resumes from its position after a restart: then all nodes keep the events after that position.
     * False if the reader needs events only while it runs: then only this node waits for the reader before it purges
     * the events of a deleted session.
     */
    boolean isDurable();

    /** True while clients wait for new events, so that events should get their positions soon. */
    default boolean isWaiting() {
        return false;
    }

    /** Reads the events to which positions were assigned since the last call. Called by one thread at a time. */
    default void readNewEvents() {}
}
