package dev.coppice.compaction;

import dev.coppice.Settings;
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

/** The right to compact a session, which one at a time has, on whatever node. Each call is a short transaction. */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class CompactionLeases {
    @Inject
    private Sessions sessions;

    @Inject
    private Settings settings;

    @Inject
    private Event<CompactionStateChanged> moved;

    /**
     * The right to compact, for the one who may now, else nothing: until when, in epoch milliseconds. What a crash leaves
     * ends by itself then.
     */
    public OptionalLong begin(SessionName name) {
        var session = sessions.lock(name, Precondition.NONE);
        session.refuseIfEnded();
        long until = DatabaseClock.now() + settings.compaction().lease().toMillis();
        if (!session.beginCompaction(until)) {
            return OptionalLong.empty();
        }
        moved.fire(new CompactionStateChanged(session.id()));
        return OptionalLong.of(until);
    }

    /** Gives back what was begun until then, if nobody else has begun since. */
    public void end(SessionName name, long until) {
        var session = sessions.lock(name, Precondition.NONE);
        session.endCompaction(until);
        moved.fire(new CompactionStateChanged(session.id()));
    }

    /** True when the session would be compacted by itself now. */
    public boolean isOverThreshold(SessionName name) {
        return sessions.lock(name, Precondition.NONE).isOverThreshold();
    }
}
