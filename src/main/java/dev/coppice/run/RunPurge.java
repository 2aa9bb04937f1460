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
 * Purges the runs of deleted sessions. Clients already cannot see these runs. A session may have many runs, so they are
 * purged in steps, each of which deletes a limited number of rows.
 */
@Stateless
@Local(SweepTask.class)
@LocalBean
public class RunPurge implements SweepTask {
    /**
     * Number of deleted rows after which a transaction ends. Deleting this many rows takes about ten milliseconds, so
     * the transaction holds its locks for a short time only.
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

    /**
     * Counts the runs of a session that is deleted because all data of its user is erased. The response to the request
     * reports the number of runs.
     */
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
     * Takes any {@link RunLeftover} and deletes some of the runs of its session. If the session has no runs left,
     * deletes the {@link RunLeftover} instead. Returns false if the table has no {@link RunLeftover}, so nothing is
     * left to purge.
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
     * Deletes runs of a session with their {@link RunMessage} rows until at least {@link #BATCH} rows are deleted or no
     * run is left. Returns false if the session had no runs.
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

    /** Deletes at most {@link #BATCH} {@link RunMessage} rows of one run and returns their number. */
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
