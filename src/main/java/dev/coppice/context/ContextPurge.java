package dev.coppice.context;

import dev.coppice.agent.BlockScope;
import dev.coppice.background.SweepTask;
import dev.coppice.session.ErasureCount;
import dev.coppice.session.ErasureCount.Kind;
import dev.coppice.session.SessionDeleting;
import dev.coppice.session.SessionErasing;
import jakarta.ejb.Local;
import jakarta.ejb.LocalBean;
import jakarta.ejb.Stateless;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import java.util.List;
import java.util.Optional;

/**
 * Removes the context of deleted sessions and erased users: at once what is little, and by the sweep, in bounded steps, what
 * is much. Content that others share stays.
 */
@Stateless
@Local(SweepTask.class)
@LocalBean
public class ContextPurge implements SweepTask {
    /** Rows a transaction: some ten milliseconds. */
    private static final int BATCH = 200;

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Event<ContentErased> erased;

    /** Within the transaction that deletes the session. */
    public void forget(@Observes SessionDeleting deleting) {
        long session = deleting.session().id();
        for (var entity : List.of("SessionBlock b where b.key.session", "FrozenPrompt p where p.session")) {
            em.createQuery("delete from " + entity + " = :session")
                    .setParameter("session", session)
                    .executeUpdate();
        }
        em.createQuery("update ContextOwner o set o.scope = :gone where o.tenant = :tenant and o.scope = 'session'"
                        + " and o.name = :name")
                .setParameter("gone", ContextOwner.GONE)
                .setParameter("tenant", deleting.session().tenant())
                .setParameter("name", Long.toString(session))
                .executeUpdate();
    }

    /** Counts what a session has to itself. */
    public void count(@Observes SessionErasing erasing) {
        var session = erasing.session();
        owner(session.tenant(), BlockScope.SESSION, Long.toString(session.id()))
                .ifPresent(owner -> count(stores(owner), erasing.counts()));
    }

    /** Gives up all that the sessions of a user share, which is absent at once; the sweep removes it. */
    public void erase(int tenant, String user, ErasureCount tally) {
        owner(tenant, BlockScope.USER, user).ifPresent(owner -> {
            var stores = stores(owner);
            count(stores, tally);
            owner.abandon();
            erased.fire(new ContentErased(stores));
        });
    }

    private Optional<ContextOwner> owner(int tenant, BlockScope scope, String name) {
        return em
                .createQuery(
                        """
                        select o from ContextOwner o
                        where o.tenant = :tenant and o.scope = :scope and o.name = :name""",
                        ContextOwner.class)
                .setParameter("tenant", tenant)
                .setParameter("scope", scope.word())
                .setParameter("name", name)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .getResultList()
                .stream()
                .findFirst();
    }

    private List<Long> stores(ContextOwner owner) {
        return em.createQuery("select s.id from ContextStore s where s.owner = :owner", Long.class)
                .setParameter("owner", owner.id())
                .getResultList();
    }

    private void count(List<Long> stores, ErasureCount tally) {
        tally.add(Kind.BLOCKS, stores.size());
        for (long store : stores) {
            tally.add(
                    Kind.INDEX_ENTRIES,
                    em.createQuery("select count(e) from StoredEntry e where e.store = :store", Long.class)
                            .setParameter("store", store)
                            .getSingleResult());
        }
    }

    @Override
    public String name() {
        return "context blocks";
    }

    @Override
    public String lease() {
        return "context";
    }

    /**
     * Removes a piece of what is left of a deleted session, or of an erased user.
     *
     * @return true when there may be more
     */
    @Override
    public boolean step() {
        var owners = em.createQuery("select o from ContextOwner o where o.scope = :gone", ContextOwner.class)
                .setParameter("gone", ContextOwner.GONE)
                .setMaxResults(1)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .getResultList();
        if (owners.isEmpty()) {
            return false;
        }
        var owner = owners.get(0);
        var stores = em.createQuery("select s.id from ContextStore s where s.owner = :owner", Long.class)
                .setParameter("owner", owner.id())
                .setMaxResults(1)
                .getResultList();
        if (stores.isEmpty()) {
            em.remove(owner);
        } else if (!entries(stores.get(0)) && !versions(stores.get(0))) {
            em.remove(em.find(ContextStore.class, stores.get(0)));
            if (owner.isAbandoned()) {
                // Until here a walk of the index may have taken in its entries again.
                erased.fire(new ContentErased(stores));
            }
        }
        return true;
    }

    private boolean entries(long store) {
        var ids = em.createQuery("select e.id from StoredEntry e where e.store = :store", Long.class)
                .setParameter("store", store)
                .setMaxResults(BATCH)
                .getResultList();
        return !ids.isEmpty()
                && em.createQuery("delete from StoredEntry e where e.id in :ids")
                                .setParameter("ids", ids)
                                .executeUpdate()
                        > 0;
    }

    private boolean versions(long store) {
        var versions = em.createQuery(
                        """
                        select v.key.version from ContextVersion v where v.key.store = :store
                        order by v.key.store, v.key.version""",
                        Long.class)
                .setParameter("store", store)
                .setMaxResults(BATCH)
                .getResultList();
        return !versions.isEmpty()
                && em.createQuery("delete from ContextVersion v where v.key.store = :store and v.key.version <= :last")
                                .setParameter("store", store)
                                .setParameter("last", versions.get(versions.size() - 1))
                                .executeUpdate()
                        > 0;
    }
}
