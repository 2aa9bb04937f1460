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
 * Removes what sessions no longer keep. A value that goes is cut off at once; its rows, which may be many, go by the sweep
 * in bounded steps.
 */
@Stateless
@Local(SweepTask.class)
@LocalBean
public class StatePurge implements SweepTask {
    /** Rows a transaction: some ten milliseconds. */
    private static final int BATCH = 1000;

    @PersistenceContext
    private EntityManager em;

    /** Within the transaction that deletes the session; {@code coppice.state.max-values} bounds it. */
    public void forget(@Observes SessionDeleting deleting) {
        long session = deleting.session().id();
        em.createQuery("delete from SessionState s where s.session = :session")
                .setParameter("session", session)
                .executeUpdate();
        em.createQuery("update StateValue v set v.session = null where v.session = :session")
                .setParameter("session", session)
                .executeUpdate();
    }

    /** Counts what a session keeps under keys, and its state object, where it has one. */
    public void count(@Observes SessionErasing erasing) {
        for (var kept : List.of("StateValue", "SessionState")) {
            var rows = em.createQuery("select count(v) from " + kept + " v where v.session = :session", Long.class)
                    .setParameter("session", erasing.session().id())
                    .getSingleResult();
            erasing.tally().add(ErasureCount.Kind.VALUES, rows);
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
     * Removes a piece of a value that is gone.
     *
     * @return true when there may be more
     */
    @Override
    public boolean step() {
        var gone = em.createQuery("select v from StateValue v where v.session is null", StateValue.class)
                .setMaxResults(1)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .getResultList();
        gone.stream().filter(value -> !new ListItems(em).purge(value, BATCH)).forEach(em::remove);
        return !gone.isEmpty();
    }
}
