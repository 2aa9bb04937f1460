package dev.coppice.compaction;

import dev.coppice.session.SessionChange;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import java.util.List;

/** Tells of compactions that came to nothing: in the log of events, and to observers. */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class CompactionNotices {
    @Inject
    private Sessions sessions;

    @Inject
    private Event<SessionChange> happened;

    public void failed(SessionName name, String reason) {
        happened.fire(new SessionChange(sessions.read(name), List.of(new CompactionFailed(name, reason))));
    }
}
