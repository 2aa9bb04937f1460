package dev.coppice.compaction;

import dev.coppice.Settings;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import dev.coppice.web.Precondition;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;

/** The right to compact a session, which one at a time has, on whatever node. Each call is a short transaction. */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class CompactionLeases {
    @Inject
    private Sessions sessions;

    @Inject
    private Settings settings;

    @Inject
    private Event<LeaseMoved> moved;

    /** True for the one who may compact now; what a crash leaves ends by itself. */
    public boolean begin(SessionName name) {
        var session = sessions.lock(name, Precondition.NONE);
        session.refuseIfEnded();
        moved.fire(new LeaseMoved(session.id()));
        return session.beginCompaction(
                System.currentTimeMillis() + settings.compactionLease().toMillis());
    }

    public void end(SessionName name) {
        var session = sessions.lock(name, Precondition.NONE);
        session.endCompaction();
        moved.fire(new LeaseMoved(session.id()));
    }

    /** True when the session would be compacted by itself now. */
    public boolean isOverThreshold(SessionName name) {
        return sessions.lock(name, Precondition.NONE).isOverThreshold();
    }
}
