package dev.coppice.session;

import dev.coppice.background.SweepTask;
import dev.coppice.db.DatabaseClock;
import dev.coppice.idempotency.IdempotencyStore;
import jakarta.ejb.Local;
import jakarta.ejb.LocalBean;
import jakarta.ejb.Stateless;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import java.util.List;

/**
 * Removes sessions, whether they are deleted or their time is over. A session is absent at once and its name is free; what
 * may be many rows is only cut off here, and goes in bounded steps afterwards.
 */
@Stateless
@Local(SweepTask.class)
@LocalBean
public class Removals implements SweepTask {
    /** Removed in one transaction of the sweep. */
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
    private Event<SessionChange> happened;

    @Inject
    private Event<SessionDeleting> deleting;

    /**
     * Removes a locked session with all that it has.
     *
     * @param event what is told of it
     */
    public void remove(Session session, SessionEvent event) {
        happened.fire(new SessionChange(session, List.of(event)));
        deleting.fire(new SessionDeleting(session));
        labels.remove(session);
        idempotencyStore.forget(event.session().key());
        trees.leave(session);
        em.remove(session);
        em.flush();
    }

    /** Removes sessions whose time is over; at most {@code limit} a call. Returns how many went. */
    public int removeExpired(int limit) {
        var rows = em.createQuery(
                        """
                        select s.id, t.name, n.name from Session s join Namespace n on n.id = s.namespace
                        join Tenant t on t.id = s.tenant where s.life.expiresAt <= :now""",
                        Object[].class)
                .setParameter("now", DatabaseClock.now())
                .setMaxResults(limit)
                .getResultList();
        for (var row : rows) {
            // Whoever was faster has removed it, or written to it.
            var session = em.find(Session.class, row[0], LockModeType.PESSIMISTIC_WRITE);
            if (session != null && session.isExpired()) {
                var name = new SessionName((String) row[1], (String) row[2], session.sessionId());
                remove(session, new SessionExpired(name));
            }
        }
        return rows.size();
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
    public boolean step() {
        return removeExpired(BATCH) == BATCH;
    }
}
