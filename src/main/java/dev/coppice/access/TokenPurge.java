package dev.coppice.access;

import dev.coppice.background.SweepTask;
import dev.coppice.db.DatabaseClock;
import jakarta.ejb.Local;
import jakarta.ejb.LocalBean;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;

/**
 * Deletes bearer tokens that have been expired for longer than the time of the setting
 * {@code coppice.tokens.keep-expired}.
 */
@Stateless
@Local(SweepTask.class)
@LocalBean
public class TokenPurge implements SweepTask {
    @PersistenceContext
    private EntityManager em;

    @Inject
    private AccessSettings settings;

    @Override
    public String name() {
        return "tokens";
    }

    @Override
    public String lease() {
        return "tokens";
    }

    @Override
    public Due due() {
        return new Due("Credential c where c.expiresAt < :until", until());
    }

    /**
     * Deletes all expired tokens that are due in one step, because people issue few tokens. Returns false, because no
     * step is left.
     */
    @Override
    public boolean step() {
        em.createQuery("delete from Credential c where c.expiresAt < :until")
                .setParameter("until", until())
                .executeUpdate();
        return false;
    }

    private long until() {
        return DatabaseClock.now() - settings.keepExpired().toMillis();
    }
}
