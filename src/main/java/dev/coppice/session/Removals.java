package dev.coppice.session;

import dev.coppice.background.SweepTask;
import dev.coppice.db.DatabaseClock;
import dev.coppice.db.Results;
import dev.coppice.idempotency.IdempotencyStore;
import dev.coppice.session.SessionLifecycle.SessionExpired;
import jakarta.ejb.Local;
import jakarta.ejb.LocalBean;
import jakarta.ejb.Stateless;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import java.util.List;
import java.util.Optional;

/**
 * Removes sessions that were deleted or have expired. Immediately after the removal, the session cannot be found any
 * more, and its name can be used again. The rows of its messages are purged later in small transactions. A periodic
 * task, {@code background.Sweeper}, runs this class for expired sessions. {@link SessionRows} uses it for an expired
 * session if the name is used again, and {@link Sessions} for a session that a client deletes.
 */
@Stateless
@Local(SweepTask.class)
@LocalBean
public class Removals implements SweepTask {
    private static final String EXPIRED = "s.lifetime.expiresAt <= :until";

    /**
     * Maximum number of sessions that one transaction of the sweep removes, so that each transaction is short and holds
     * few locks.
     */
    private static final int BATCH = 100;

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Trees trees;

    @Inject
    private SessionLabels labels;

    @Inject
    private IdempotencyStore idempotencyStore;

    @Inject
    private Event<SessionChange> sessionChanges;

    @Inject
    private Event<SessionDeleting> deleting;

    /**
     * Removes a session: it cannot be found any more, and its name is free. The rows of its messages are purged later.
     *
     * @param session the session; its row must be locked
     * @param event {@link SessionLifecycle.SessionDeleted} or {@link SessionLifecycle.SessionExpired}; this event ends
     *     the streams of clients that follow the session, and {@code eventlog.DeletedSessionEvents} removes the
     *     session's other events from the log some time later
     */
    public void remove(Session session, SessionEvent event) {
        sessionChanges.fire(new SessionChange(session, List.of(event)));
        deleting.fire(new SessionDeleting(session));
        labels.remove(session);
        idempotencyStore.removeOf(event.session().key());
        trees.orphan(session);
        em.remove(session);
        em.flush();
    }

    record ExpiredSession(Long namespaceId, String id, String tenant, String namespace) {}

    /**
     * Removes at most {@code limit} expired sessions in one transaction. Returns how many expired sessions the query
     * has found; if there are fewer than {@code limit}, none remain. A session that was found is not removed if another
     * node has removed it meanwhile, or if a write has renewed it.
     */
    public int removeExpired(int limit) {
        var rows = em.createQuery(
                        """
                        select s.namespace, s.sessionId, t.name, n.name from Session s
                        join Namespace n on n.id = s.namespace join Tenant t on t.id = s.tenant where
                        """
                                + EXPIRED,
                        ExpiredSession.class)
                .setParameter("until", DatabaseClock.now())
                .setMaxResults(limit)
                .getResultList();
        for (var row : rows) {
            // Another node may have removed the session meanwhile, or a write may have renewed it.
            lock(row).filter(Session::isExpired).ifPresent(session -> {
                var name = new SessionName(row.tenant(), row.namespace(), session.sessionId());
                remove(session, new SessionExpired(name));
            });
        }
        return rows.size();
    }

    /** Locks a session by its name, as requests do: MariaDB locks the entry of the index on the name before the row. */
    private Optional<Session> lock(ExpiredSession expired) {
        return Results.first(em.createQuery(
                        "select s from Session s where s.namespace = :namespace and s.sessionId = :id", Session.class)
                .setParameter("namespace", expired.namespaceId())
                .setParameter("id", expired.id())
                .setLockMode(LockModeType.PESSIMISTIC_WRITE));
    }

    @Override
    public String name() {
        return "expired sessions";
    }

    @Override
    public String lease() {
        return "messages";
    }

    @Override
    public Due due() {
        return new Due("Session s where " + EXPIRED, DatabaseClock.now());
    }

    @Override
    public boolean step() {
        return removeExpired(BATCH) == BATCH;
    }
}
