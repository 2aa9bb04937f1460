package dev.coppice.eventlog;

import dev.coppice.Settings;
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
 * Removes from the log what happened to sessions that are no more; that they ended stays. Not at once: whoever follows the
 * log, or comes back after a moment, is told everything first.
 */
@Stateless
public class DeletedSessionEvents {
    /** Events a transaction: some ten milliseconds. */
    private static final int BATCH = 1000;

    private static final String DUE =
            """
            select e.session_pk from ended_session e where e.ended_at <= :cutoff
            and not exists (select 1 from event_log l where l.session_pk = e.session_pk and l.position is null)
            and not exists (select 1 from event_log l where l.session_pk = e.session_pk and l.position > :told)
            order by e.ended_at""";

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Settings settings;

    /** Remembers, in the transaction in which a session ends, that it did. (That one was loaded is told without any.) */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public void remember(@Observes SessionChange sessionChange) {
        if (sessionChange.events().stream().anyMatch(e -> e instanceof SessionDeleted || e instanceof SessionExpired)) {
            em.persist(new DeletedSession(sessionChange.session().id(), DatabaseClock.now()));
        }
    }

    /**
     * Removes a piece of what the log has of the session that ended first, if that is long enough ago, and was told.
     *
     * @param told the position up to which this node has handed out the log to those who follow it
     * @return true when there may be more
     */
    public boolean step(long told) {
        long cutoff = DatabaseClock.now() - settings.feed().keepEnded().toMillis();
        var due = em.createNativeQuery(DUE, Long.class)
                .setParameter("cutoff", cutoff)
                .setParameter("told", told)
                .setMaxResults(1)
                .getResultList();
        due.forEach(session -> purge(((Number) session).longValue()));
        return !due.isEmpty();
    }

    private void purge(long session) {
        var ended = em.find(DeletedSession.class, session, LockModeType.PESSIMISTIC_WRITE);
        if (ended == null) {
            return; // another node was faster
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
