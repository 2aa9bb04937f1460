package dev.coppice.state;

import dev.coppice.background.SweepTask;
import dev.coppice.session.ErasureCount;
import dev.coppice.session.SessionDeleting;
import dev.coppice.session.SessionErasing;
import jakarta.ejb.Local;
import jakarta.ejb.LocalBean;
import jakarta.ejb.Stateless;
import jakarta.enterprise.event.Observes;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import java.util.List;

/**
 * Purges deleted values, and the values of deleted sessions. A deleted value is detached from its session at once; the
 * sweep deletes its rows later in bounded steps, because a list may have many.
 */
@Stateless
@Local(SweepTask.class)
@LocalBean
public class StatePurge implements SweepTask {
    /** Maximum number of rows deleted in one transaction, which takes about ten milliseconds. */
    private static final int BATCH = 1000;

    @PersistenceContext
    private EntityManager em;

    /**
     * Deletes the state object of a session and detaches its values, in the transaction that deletes the session. There
     * are at most {@code coppice.state.max-values} values, so the transaction stays short.
     */
    public void detach(@Observes SessionDeleting deleting) {
        long session = deleting.session().id();
        em.createQuery("delete from SessionState s where s.session = :session")
                .setParameter("session", session)
                .executeUpdate();
        em.createQuery("update StateValue v set v.session = null where v.session = :session")
                .setParameter("session", session)
                .executeUpdate();
    }

    /** Adds the number of the session's values, plus one if it has a state object, to the counts of the erasure. */
    public void count(@Observes SessionErasing erasing) {
        for (var entity : List.of("StateValue", "SessionState")) {
            var rows = em.createQuery("select count(v) from " + entity + " v where v.session = :session", Long.class)
                    .setParameter("session", erasing.session().id())
                    .getSingleResult();
            erasing.counts().add(ErasureCount.Kind.VALUES, rows);
        }
    }

    @Override
    public String name() {
        return "keyed state";
    }

    @Override
    public String lease() {
        return "state";
    }

    /**
     * Deletes at most 1,000 items of one deleted value, or the value's row if it has no items left. Returns false if
     * there is no deleted value.
     */
    @Override
    public boolean step() {
        var deleted = em.createQuery("select v from StateValue v where v.session is null", StateValue.class)
                .setMaxResults(1)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .getResultList();
        deleted.stream().filter(value -> !new ListItems(em).purge(value, BATCH)).forEach(em::remove);
        return !deleted.isEmpty();
    }
}
