package dev.coppice.run;

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
 * Purges the runs of deleted sessions in steps of limited size, because a session may have many runs. Clients do not
 * see these runs any more.
 */
@Stateless
@Local(SweepTask.class)
@LocalBean
public class RunPurge implements SweepTask {
    /**
     * Number of deleted rows after which a transaction ends. Deleting so many takes about ten milliseconds, so the
     * transaction holds its locks for a short time only.
     */
    private static final int BATCH = 500;

    @PersistenceContext
    private EntityManager em;

    /**
     * Records that a session with runs is being deleted, by inserting a {@link RunLeftover}. A periodic task purges the
     * runs later. Runs in the transaction that deletes the session.
     */
    public void mark(@Observes SessionDeleting deleting) {
        long session = deleting.session().id();
        if (!runs(session, 1).isEmpty()) {
            em.persist(new RunLeftover(session));
        }
    }

    /** Adds the number of the erased session's runs to the counts of the erasure. */
    public void count(@Observes SessionErasing erasing) {
        var runs = em.createQuery("select count(r) from Run r where r.session = :session", Long.class)
                .setParameter("session", erasing.session().id())
                .getSingleResult();
        erasing.counts().add(ErasureCount.Kind.RUNS, runs);
    }

    private List<Long> runs(long session, int limit) {
        return em.createQuery("select r.id from Run r where r.session = :session", Long.class)
                .setParameter("session", session)
                .setMaxResults(limit)
                .getResultList();
    }

    @Override
    public String name() {
        return "runs";
    }

    @Override
    public String lease() {
        return "runs";
    }

    @Override
    public Due due() {
        return new Due("RunLeftover l");
    }

    /**
     * Deletes some of the runs of one deleted session, or its {@link RunLeftover} if it has no runs left. Returns false
     * if there is no {@link RunLeftover}.
     */
    @Override
    public boolean step() {
        var left = em.createQuery("select l from RunLeftover l", RunLeftover.class)
                .setMaxResults(1)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .getResultList();
        if (left.isEmpty()) {
            return false;
        }
        if (!purgeRuns(left.get(0).session())) {
            em.remove(left.get(0));
        }
        return true;
    }

    /**
     * Deletes runs of a session with their {@link RunMessage} rows, until 500 or more rows are deleted. Returns false
     * if the session has no runs.
     */
    private boolean purgeRuns(long session) {
        var runs = runs(session, BATCH);
        int rows = 0;
        for (var iterator = runs.iterator(); rows < BATCH && iterator.hasNext(); ) {
            long run = iterator.next();
            int messages = purgeMessages(run);
            rows += messages + 1;
            if (messages < BATCH) {
                em.createQuery("delete from Run r where r.id = :run")
                        .setParameter("run", run)
                        .executeUpdate();
            }
        }
        return !runs.isEmpty();
    }

    /** Deletes at most 500 {@link RunMessage} rows of one run and returns their number. */
    private int purgeMessages(long run) {
        var keys = em.createQuery("select m.key from RunMessage m where m.run = :run", byte[].class)
                .setParameter("run", run)
                .setMaxResults(BATCH)
                .getResultList();
        if (!keys.isEmpty()) {
            em.createQuery("delete from RunMessage m where m.key in :keys")
                    .setParameter("keys", keys)
                    .executeUpdate();
        }
        return keys.size();
    }
}
