package dev.coppice.eventlog;

import dev.coppice.db.DatabaseClock;
import dev.coppice.session.SessionDeleting;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;

/**
 * Removes the events of deleted and expired sessions from the log, at the earliest {@code coppice.events.keep-ended}
 * after the session was deleted or has expired. Until then, subscribers can receive these events, even after a
 * reconnect. The events {@code SessionDeleted} and {@code SessionExpired} themselves stay until {@link LogTrim} removes
 * them because of their age. Events that this node has not delivered to its subscribers yet are kept longer.
 * {@link LogSweeper} calls {@link #purgeStep} periodically.
 */
@Stateless
public class DeletedSessionEvents {
    /**
     * Maximum number of events that one transaction removes. Such a transaction takes about ten milliseconds, so it
     * holds its locks for a short time only.
     */
    private static final int BATCH = 1000;

    private static final String DUE =
            """
            select e.session_pk from ended_session e where e.ended_at <= :cutoff
            and not exists (select 1 from event_log l where l.session_pk = e.session_pk and l.position is null)
            and not exists (select 1 from event_log l where l.session_pk = e.session_pk and l.position > :delivered)
            order by e.ended_at""";

    @PersistenceContext
    private EntityManager em;

    @Inject
    private EventLogSettings settings;

    /** Inserts a {@link DeletedSession} when a session is deleted or has expired, in the same transaction. */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void record(@Observes SessionDeleting deleting) {
        em.persist(new DeletedSession(deleting.session().id(), DatabaseClock.now()));
    }

    /**
     * True if the log may contain events of a session that was deleted or has expired at least
     * {@code coppice.events.keep-ended} ago. {@link #purgeStep} may be unable to remove them yet.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public boolean isDue() {
        var first = em.createQuery("select min(e.endedAt) from DeletedSession e", Long.class)
                .getSingleResult();
        return first != null && first <= cutoff();
    }

    private long cutoff() {
        return DatabaseClock.now() - settings.keepEnded().toMillis();
    }

    /**
     * Removes one batch of events of one deleted or expired session, in one transaction. The session must meet three
     * conditions: it was deleted or has expired at least {@code coppice.events.keep-ended} ago, all its events have
     * positions in the log, and none of these positions is above {@code delivered}. If several sessions meet them,
     * selects the session that was deleted or has expired first.
     *
     * @param delivered position in the log, inclusive, up to which this node has delivered all events to its
     *     subscribers
     * @return false if there was no such session; true if events may be left to remove
     */
    public boolean purgeStep(long delivered) {
        var due = em.createNativeQuery(DUE, Long.class)
                .setParameter("cutoff", cutoff())
                .setParameter("delivered", delivered)
                .setMaxResults(1)
                .getResultList();
        due.forEach(session -> purge(((Number) session).longValue()));
        return !due.isEmpty();
    }

    private void purge(long session) {
        var ended = em.find(DeletedSession.class, session, LockModeType.PESSIMISTIC_WRITE);
        if (ended == null) {
            return; // purged by another node
        }
        var ids = em.createNativeQuery(
                        """
                        select id from event_log where session_pk = :session
                        and type not in ('SessionDeleted', 'SessionExpired')""",
                        Long.class)
                .setParameter("session", session)
                .setMaxResults(BATCH)
                .getResultList();
        if (ids.isEmpty()) {
            em.remove(ended);
        } else {
            em.createNativeQuery("delete from event_log where id in (:ids)")
                    .setParameter("ids", ids)
                    .executeUpdate();
        }
    }
}
