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

/** Publishes failures of automatic compactions as events, each in a transaction of its own. */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class CompactionNotices {
    @Inject
    private Sessions sessions;

    @Inject
    private Event<SessionChange> changes;

    /**
     * Publishes a {@link CompactionFailed} event. Throws 404 {@code session-not-found} if the session does not exist.
     *
     * @param reason why the compaction failed, as a sentence in English that clients see
     */
    public void failed(SessionName name, String reason) {
        changes.fire(new SessionChange(sessions.read(name), List.of(new CompactionFailed(name, reason))));
    }
}
