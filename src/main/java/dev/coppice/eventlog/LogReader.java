package dev.coppice.eventlog;

import java.util.function.BooleanSupplier;

/**
 * A component of this node that reads the new events of the event log: the follower of the search index or the live
 * feed. Thread-safe.
 */
public interface LogReader {
    /**
     * Returns the position in the log, inclusive, up to which this reader has processed the events. Returns 0 before
     * the reader has started, and {@link Long#MAX_VALUE} while the reader needs no events.
     */
    long position();

    /**
     * True if this reader continues at its position after a restart of the server. In this case all nodes keep the
     * events after that position, even if they are old; only the events of deleted sessions may be removed. False if
     * the reader needs events only while it runs. In this case only this node waits for the reader, before it removes
     * the events of deleted sessions.
     */
    boolean isDurable();

    /**
     * Returns a function that tells whether this reader should get new events soon after their commit; if it returns
     * false, the next periodic iteration of the {@link Sequencer} is early enough. It is a function because each commit
     * calls it: a call of the reader, if that is an EJB, would take longer than the answer. Thread-safe.
     */
    BooleanSupplier waiting();

    /**
     * Processes the events up to the last position of {@code state}, inclusive: in this method, or later on another
     * thread. Runs no query if this reader has processed them already. The {@link Sequencer} calls this method on one
     * thread at a time.
     *
     * @param state a state of the log in which all events to process have positions
     */
    void readNewEvents(LogState state);
}
