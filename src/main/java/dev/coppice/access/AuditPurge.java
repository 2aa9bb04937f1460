package dev.coppice.access;

import dev.coppice.background.SweepTask;
import dev.coppice.db.DatabaseClock;
import jakarta.ejb.Local;
import jakarta.ejb.LocalBean;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;

/** Deletes entries of the audit log that are older than {@code coppice.audit.keep}. */
@Stateless
@Local(SweepTask.class)
@LocalBean
public class AuditPurge implements SweepTask {
    /** Maximum number of rows that one transaction deletes, so that it holds its locks only briefly. */
    private static final int BATCH = 500;

    @PersistenceContext
    private EntityManager em;

    @Inject
    private AuditSettings settings;

    @Override
    public String name() {
        return "audit";
    }

    @Override
    public String lease() {
        return "audit";
    }

    @Override
    public Due due() {
        return new Due("AuditEntry e where e.createdAt < :until", until());
    }

    @Override
    public boolean step() {
        var old = em.createQuery("select e.id from AuditEntry e where e.createdAt < :until", Long.class)
                .setParameter("until", until())
                .setMaxResults(BATCH)
                .getResultList();
        if (!old.isEmpty()) {
            em.createQuery("delete from AuditEntry e where e.id in :old")
                    .setParameter("old", old)
                    .executeUpdate();
        }
        return old.size() == BATCH;
    }

    private long until() {
        return DatabaseClock.now() - settings.keep().toMillis();
    }
}
