package dev.coppice.eventlog;

/**
 * A component of this node that reads the new events of the event log: the follower of the search index or the live
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
     * True while this reader should get new events soon after their commit, and not only with the next periodic
     * iteration of the {@link Sequencer}.
     */
    boolean isWaiting();

    /**
     * Processes the events up to the last position of the given state, or lets another thread do so. Runs no query if
     * this reader has processed them. The {@link Sequencer} calls it, on one thread at a time.
     *
     * @param state state of the log in which all events to process have positions
     */
    void readNewEvents(LogState state);
}
