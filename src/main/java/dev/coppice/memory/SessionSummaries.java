package dev.coppice.memory;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import dev.coppice.api.Precondition;
import dev.coppice.db.DatabaseClock;
import dev.coppice.format.Tokens;
import dev.coppice.message.HistoryCleared;
import dev.coppice.message.MessagesStored;
import dev.coppice.session.Session;
import dev.coppice.session.SessionChange;
import dev.coppice.session.SessionDeleting;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.Optional;

/**
 * The running summaries of sessions; the only writer of their rows. A summary is no part of its session's representation:
 * writing it moves neither the session's version nor its times. A session that is not there: 404
 * {@code session-not-found}.
 */
@Stateless
public class SessionSummaries {
    @PersistenceContext
    private EntityManager em;

    @Inject
    private Sessions sessions;

    @Inject
    private Settings settings;

    /** The summary as it is now; one without a text when the session has none. Takes no lock. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public SummaryInfo get(SessionName name) {
        var session = sessions.read(name);
        return of(session).orElseGet(() -> SummaryInfo.none(session.leafId()));
    }

    /** The summary of a session that was read. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public Optional<SummaryInfo> of(Session session) {
        var row = em.find(SessionSummary.class, session.id());
        return row == null || !row.isThere() ? Optional.empty() : Optional.of(row.info(session.leafId()));
    }

    /**
     * Gives the right to write a summary to one at a time, on whatever node; what a crash leaves ends by itself. Nothing when
     * there is nothing new, or less than so many messages. 409 {@code busy} when somebody has the right.
     *
     * @param every new messages that there must be
     */
    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public Optional<SummaryTask> begin(SessionName name, int every) {
        var session = sessions.lock(name, Precondition.NONE);
        var found = em.find(SessionSummary.class, session.id());
        var row = found == null ? new SessionSummary(session.id()) : found;
        if (row.info(session.leafId()).current() || session.lastSeq() - row.lastSeq() < every) {
            return Optional.empty();
        }
        long until = DatabaseClock.now() + settings.profile().lease().toMillis();
        if (!row.begin(until)) {
            throw new Problem(Code.BUSY, "A summary of the session is being made.");
        }
        em.persist(row);
        return Optional.of(new SummaryTask(
                session.id(),
                until,
                session.tenant(),
                session.tree(),
                session.leaf(),
                session.lastSeq(),
                session.agent(),
                session.model(),
                row.isSound() ? row.text() : null,
                row.lastId(),
                row.changes()));
    }

    /**
     * Stores a summary, if its maker still has the right to. What was appended or changed meanwhile is for the next one. 409
     * {@code busy} when the session was cleared meanwhile, or another one has taken over.
     */
    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public SummaryInfo store(SessionName name, SummaryTask task, String text) {
        var session = sessions.lock(name, Precondition.NONE);
        var row = session.tree() == task.tree() ? em.find(SessionSummary.class, task.session()) : null;
        if (row == null || !row.isHeld(task.until())) {
            throw new Problem(Code.BUSY, "The messages have been changed meanwhile.");
        }
        row.write(text, Tokens.of(text), task.leaf(), task.seq(), task.changes());
        row.end();
        return row.info(session.leafId());
    }

    /** Gives the right back; nothing when it is somebody else's by now, or the session was deleted or cleared. */
    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public void end(SummaryTask task) {
        em.createQuery(
                        """
                        update SessionSummary s set s.workingUntil = null
                        where s.session = :session and s.workingUntil = :until""")
                .setParameter("session", task.session())
                .setParameter("until", task.until())
                .executeUpdate();
    }

    /** Counts what is changed of the messages that a summary stands for, or that somebody is summarising. */
    public void changed(@Observes MessagesStored stored) {
        stored.changes().stream()
                .filter(change -> change.how() != MessagesStored.How.NEW)
                .mapToInt(change -> change.position().depth())
                .min()
                .ifPresent(depth -> em.createQuery(
                                """
                                update SessionSummary s set s.changes = s.changes + 1 where s.session = :session
                                and (s.lastDepth >= :depth or s.workingUntil is not null)""")
                        .setParameter("session", stored.session().id())
                        .setParameter("depth", depth)
                        .executeUpdate());
    }

    /** A cleared session has nothing that a summary could stand for. */
    public void cleared(@Observes SessionChange sessionChange) {
        if (sessionChange.events().stream().anyMatch(HistoryCleared.class::isInstance)) {
            remove(sessionChange.session());
        }
    }

    public void deleting(@Observes SessionDeleting deleting) {
        remove(deleting.session());
    }

    private void remove(Session session) {
        em.createQuery("delete from SessionSummary s where s.session = :session")
                .setParameter("session", session.id())
                .executeUpdate();
    }
}
