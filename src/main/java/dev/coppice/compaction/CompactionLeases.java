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
 * The right to compact a session: one compaction of a session runs at a time, on whatever node. It lasts while the
 * summarizer works, outside of any transaction, so it is a time in the session's row and not a lock. Each call is a short
 * transaction that locks the session. 404 {@code session-not-found}.
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
     * Acquires the right, unless another compaction holds it. A right that a crash leaves behind ends by itself.
     *
     * @return when it ends, in epoch milliseconds, which also identifies it; empty when another compaction holds it
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

    /** Releases the right that {@link #begin} returned; does nothing when another compaction holds it by now. */
    public void end(SessionName name, long until) {
        var session = sessions.lock(name, Precondition.NONE);
        session.endCompaction(until);
        stateChanged.fire(new CompactionStateChanged(session.id()));
    }

    /** True when the session is long enough to be compacted automatically. */
    public boolean isOverThreshold(SessionName name) {
        return sessions.lock(name, Precondition.NONE).isOverThreshold();
    }
}
