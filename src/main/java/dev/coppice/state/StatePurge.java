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
 * Purges deleted values, and the values of deleted sessions. The row of a value contains the database id of its
 * session; deleting the value only replaces this id by null. The periodic sweep deletes the rows of the value later in
 * steps of limited size, because a list may have many rows.
 */
@Stateless
@Local(SweepTask.class)
@LocalBean
public class StatePurge implements SweepTask {
    private static final String DUE = "StateValue v where v.session is null";

    /**
     * Maximum number of rows that one transaction deletes. Deleting this many rows takes about ten milliseconds, so the
     * transaction holds its locks for a short time only.
     */
    private static final int BATCH = 1000;

    @PersistenceContext
    private EntityManager em;

    /**
     * Deletes the state object of a session that is being deleted, and marks all its values as deleted. Runs in the
     * transaction that deletes the session. A session has at most {@code coppice.state.max-values} values, so the
     * transaction stays short.
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

    /**
     * Counts the values of a session that is deleted because all data of its user is erased. A state object counts as
     * one more value. The response to the request reports the number.
     */
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

    @Override
    public Due due() {
        return new Due(DUE);
    }

    /**
     * Deletes at most 1,000 items of one deleted value. If the value has no items left, deletes the value's row.
     * Returns false if there is no deleted value.
     */
    @Override
    public boolean step() {
        var deleted = em.createQuery("select v from " + DUE, StateValue.class)
                .setMaxResults(1)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .getResultList();
        deleted.stream().filter(value -> !new ListItems(em).purge(value, BATCH)).forEach(em::remove);
        return !deleted.isEmpty();
    }
}
