package dev.coppice.eventlog;

import dev.coppice.db.DatabaseClock;
import dev.coppice.session.SessionChange;
import dev.coppice.session.SessionLifecycle.SessionDeleted;
import dev.coppice.session.SessionLifecycle.SessionExpired;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;

/**
 * Removes the events of a deleted or expired session from the log, except {@code SessionDeleted} and
 * {@code SessionExpired}, which stay until {@link LogTrim} removes them because of their age. It removes them
 * {@code coppice.events.keep-ended} after the end of the session, so that subscribers, also those that reconnect within
 * that time, receive them first. Events that this node has not yet delivered to its subscribers are kept longer.
 * {@link LogSweeper} calls {@link #purgeStep} periodically.
 */
@Stateless
public class DeletedSessionEvents {
    /** Maximum number of events that one transaction removes. It takes about ten milliseconds. */
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

    /**
     * Inserts a {@link DeletedSession}, in the current transaction, if a change contains {@code SessionDeleted} or
     * {@code SessionExpired}; ignores other changes. The transaction attribute is SUPPORTS because
     * {@code SessionLoaded}, which is ignored, may be fired without a transaction.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public void record(@Observes SessionChange change) {
        if (change.events().stream().anyMatch(e -> e instanceof SessionDeleted || e instanceof SessionExpired)) {
            em.persist(new DeletedSession(change.session().id(), DatabaseClock.now()));
        }
    }

    /**
     * Removes one batch of events of one deleted or expired session, in one transaction. It takes the session that
     * ended first among those that ended more than {@code coppice.events.keep-ended} ago and have neither events
     * without a position nor events after {@code delivered}.
     *
     * @param delivered position up to which this node has delivered the log to its subscribers
     * @return false if there was no such session; true if events may be left to remove
     */
    public boolean purgeStep(long delivered) {
        long cutoff = DatabaseClock.now() - settings.keepEnded().toMillis();
        var due = em.createNativeQuery(DUE, Long.class)
                .setParameter("cutoff", cutoff)
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
