package dev.coppice.compaction;

import dev.coppice.api.Precondition;
import dev.coppice.db.DatabaseClock;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import java.util.OptionalLong;

/**
 * Acquires and releases leases to compact sessions. A lease is the permission to compact one session, so that at most
 * one compaction of a session runs at a time on all nodes. It is stored as an expiry time in the session's row. A
 * database lock cannot be used, because no transaction is open while the summarizer works. Each method runs in a short
 * transaction that locks the session's row, and throws 404 {@code session-not-found} if the session does not exist.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class CompactionLeases {
    @Inject
    private Sessions sessions;

    @Inject
    private CompactionSettings settings;

    @Inject
    private Event<CompactionStateChanged> stateChanged;

    /**
     * Acquires the lease to compact a session, unless another compaction holds it. Throws 409 {@code session-ended} if
     * the session has ended. If the lease is not released, for example because this node crashes, it expires after the
     * time of the setting {@code coppice.compaction.lease}.
     *
     * @return time when the lease expires, in milliseconds since the epoch, which identifies the lease in {@link #end};
     *     empty if another compaction holds the lease
     */
    public OptionalLong begin(SessionName name) {
        var session = sessions.lock(name, Precondition.NONE);
        session.refuseIfEnded();
        long until = DatabaseClock.now() + settings.lease().toMillis();
        if (!session.beginCompaction(until)) {
            return OptionalLong.empty();
        }
        stateChanged.fire(new CompactionStateChanged(session.id()));
        return OptionalLong.of(until);
    }

    /**
     * Releases the lease to compact a session. If the lease has expired and another compaction has acquired it, that
     * compaction keeps it.
     *
     * @param until the value that {@link #begin} returned
     */
    public void end(SessionName name, long until) {
        var session = sessions.lock(name, Precondition.NONE);
        session.endCompaction(until);
        stateChanged.fire(new CompactionStateChanged(session.id()));
    }

    /**
     * True if the session has more tokens than its threshold {@code compactAfter}. Its {@code compactBy} decides which
     * token count is compared. False if this count is unknown, if there is no threshold, or if the session has ended.
     */
    public boolean isOverThreshold(SessionName name) {
        return sessions.lock(name, Precondition.NONE).isOverThreshold();
    }
}
