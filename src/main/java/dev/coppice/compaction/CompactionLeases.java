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
 * Leases for compacting a session: at most one compaction of a session runs at a time, on any node. A lease is an
 * expiry time in the session's row and not a lock, because no transaction is open while the summarizer works. Each
 * method is a short transaction that locks the session's row; it throws 404 {@code session-not-found} if the session
 * does not exist.
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
     * Acquires the lease, unless another compaction holds it. If a node crashes, its lease expires. Throws 409
     * {@code session-ended} after a split.
     *
     * @return expiry of the lease in milliseconds since the epoch, which also identifies its holder; empty if another
     *     compaction holds it
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
     * Releases the lease. Does nothing if it expired and another compaction acquired it.
     *
     * @param until what {@link #begin} returned
     */
    public void end(SessionName name, long until) {
        var session = sessions.lock(name, Precondition.NONE);
        session.endCompaction(until);
        stateChanged.fire(new CompactionStateChanged(session.id()));
    }

    /**
     * True if the token count that {@code compactBy} chooses is above {@code compactAfter}. False if there is no such
     * count or threshold, and after a split.
     */
    public boolean isOverThreshold(SessionName name) {
        return sessions.lock(name, Precondition.NONE).isOverThreshold();
    }
}
