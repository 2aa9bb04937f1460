package dev.coppice.eventlog;

import dev.coppice.session.ChangesCommitted;
import dev.coppice.session.SessionEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptor;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Reads the state of the event log and caches it for all log readers of this node. So an idle node sends one query per
 * interval of the {@link Sequencer}, and not one query per reader. Thread-safe.
 */
@ApplicationScoped
public class LogWatch {
    @Inject
    private EventLog log;

    /**
     * Counts the commits on this node that have changed sessions and written rows of the log. Other rows, such as those
     * about purged message rows, are not counted; only the search indexes read them.
     */
    private final AtomicLong commits = new AtomicLong();

    private volatile Look last;

    /** Last position of the log in the state that was read last; 0 before a state was read. */
    private volatile long knownPosition;

    /** Creates an object without a log; CDI needs this constructor for the proxy of this class. */
    LogWatch() {}

    LogWatch(EventLog log) {
        this.log = log;
    }

    /**
     * A state of the log, with the time at which it was read.
     *
     * @param state the state of the log
     * @param commits value of {@link LogWatch#commits} before the state was read
     * @param readAt value of {@code System.nanoTime()} before the state was read
     */
    private record Look(LogState state, long commits, long readAt) {
        Look positioned(long position) {
            return new Look(state.positioned(position), commits, readAt);
        }
    }

    /**
     * Assigns positions to all events that were committed before the call and have none, and returns the state of the
     * log afterwards.
     */
    public LogState look() {
        last = null; // if a query fails, nobody relies on an older state
        var look = read();
        while (look.state().hasUnpositioned()) {
            long position = log.assignPositions(look.state());
            look = look.state().hasMore() ? read() : look.positioned(position);
        }
        last = look;
        knownPosition = look.state().lastPosition();
        return look.state();
    }

    private Look read() {
        // The commits are counted before the query, so that a commit which the query may have missed is noticed.
        long counted = commits.get();
        long now = System.nanoTime();
        return new Look(log.state(), counted, now);
    }

    /**
     * Returns a state of the log that includes all events of session changes that this node has committed before the
     * call, and all other events that were committed more than {@code maxAge} ago. Returns the state of the last
     * {@link #look} if it is recent enough; otherwise calls {@link #look}.
     *
     * @param position position of the last event that the caller has read. The caller may have read events that another
     *     node added after the last {@link #look}; a state that lacks these events is not returned
     */
    public LogState recent(Duration maxAge, long position) {
        var known = last;
        boolean current = known != null
                && !known.state().hasUnpositioned()
                && known.state().lastPosition() >= position
                && known.commits() == commits.get()
                && System.nanoTime() - known.readAt() <= maxAge.toNanos();
        return current ? known.state() : look();
    }

    /**
     * Returns the last position of the log, as this node has read it last; 0 before the first reading. Runs no query.
     */
    public long knownPosition() {
        return knownPosition;
    }

    /**
     * Records that changes were committed on this node, so that {@link #recent} reads the log again. Runs on the thread
     * of the request, before the other observers of {@link ChangesCommitted}.
     */
    void committed(@Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE) ChangesCommitted committed) {
        if (isInLog(committed)) {
            commits.incrementAndGet();
        }
    }

    /**
     * True if the committed changes have rows in the log, either of events or of an
     * {@link dev.coppice.session.IndexNotice}.
     */
    static boolean isInLog(ChangesCommitted committed) {
        return committed.changes().stream()
                .flatMap(change -> change.events().stream())
                .anyMatch(LogWatch::isInLog);
    }

    private static boolean isInLog(SessionEvent event) {
        return event.isLogged() || !event.indexNotices().isEmpty();
    }
}
