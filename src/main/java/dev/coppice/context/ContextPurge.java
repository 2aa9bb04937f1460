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

/**
 * Removes the context of deleted sessions and erased users. Deletes block declarations and frozen prompts immediately.
 * Makes contents invisible immediately; a sweep task deletes them later, in batches. If a session is deleted, content
 * that other sessions share is kept.
 */
@Stateless
@Local(SweepTask.class)
@LocalBean
public class ContextPurge implements SweepTask {
    /** Maximum number of rows that one transaction deletes. A transaction of this size takes about ten milliseconds. */
    private static final int BATCH = 200;

    private static final String DUE = "BlockOwner o where o.scope = '" + BlockOwner.GONE + "'";

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Event<ContentErased> erased;

    /**
     * Deletes the block declarations and the frozen prompt of a session. Makes the contents of blocks invisible if only
     * this session owns them. Runs in the transaction that deletes the session.
     */
    public void forget(@Observes SessionDeleting deleting) {
        long session = deleting.session().id();
        for (var entity : List.of("BlockOverride b where b.key.session", "FrozenPrompt p where p.session")) {
            em.createQuery("delete from " + entity + " = :session")
                    .setParameter("session", session)
                    .executeUpdate();
        }
        em.createQuery(
                        """
                        update BlockOwner o set o.scope = :gone
                        where o.tenant = :tenant and o.scope = 'session' and o.name = :name""")
                .setParameter("gone", BlockOwner.GONE)
                .setParameter("tenant", deleting.session().tenant())
                .setParameter("name", Long.toString(session))
                .executeUpdate();
    }

    /** Adds to the counts of an erasure how many blocks and block entries only the erased session owns. */
    public void count(@Observes SessionErasing erasing) {
        BlockOwner.find(em, BlockOwnerKey.of(erasing.session(), BlockScope.SESSION), LockModeType.PESSIMISTIC_WRITE)
                .ifPresent(owner -> count(blocks(owner), erasing.counts()));
    }

    /**
     * Makes all content invisible that the sessions of one user share; a sweep task deletes it later. Adds the numbers
     * of these blocks and of their entries to {@code count}.
     *
     * @param tenant database id of the tenant
     * @param user id of the user
     * @param count the counts of the erasure, to which this method adds
     */
    public void erase(int tenant, String user, ErasureCount count) {
        BlockOwner.find(em, BlockOwnerKey.user(tenant, user), LockModeType.PESSIMISTIC_WRITE)
                .ifPresent(owner -> {
                    var blocks = blocks(owner);
                    count(blocks, count);
                    owner.abandon();
                    erased.fire(new ContentErased(blocks));
                });
    }

    private List<Long> blocks(BlockOwner owner) {
        return em.createQuery("select b.id from StoredBlock b where b.owner = :owner", Long.class)
                .setParameter("owner", owner.id())
                .getResultList();
    }

    private void count(List<Long> blocks, ErasureCount count) {
        count.add(Kind.BLOCKS, blocks.size());
        for (long block : blocks) {
            count.add(
                    Kind.INDEX_ENTRIES,
                    em.createQuery("select count(e) from StoredEntry e where e.block = :block", Long.class)
                            .setParameter("block", block)
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

    @Override
    public Due due() {
        return new Due(DUE);
    }

    /**
     * Deletes one batch of rows from the content of a deleted session or of an erased user.
     *
     * @return true if more rows may be left
     */
    @Override
    public boolean step() {
        var owners = em.createQuery("select o from " + DUE, BlockOwner.class)
                .setMaxResults(1)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .getResultList();
        if (owners.isEmpty()) {
            return false;
        }
        purge(owners.get(0));
        return true;
    }

    private void purge(BlockOwner owner) {
        var blocks = em.createQuery("select b.id from StoredBlock b where b.owner = :owner", Long.class)
                .setParameter("owner", owner.id())
                .setMaxResults(1)
                .getResultList();
        if (blocks.isEmpty()) {
            em.remove(owner);
        } else if (!deleteEntries(blocks.get(0)) && !deleteVersions(blocks.get(0))) {
            em.remove(em.find(StoredBlock.class, blocks.get(0)));
            if (owner.isAbandoned()) {
                // The hidden entries may be in the index again, because a rebuild of the index found them.
                erased.fire(new ContentErased(blocks));
            }
        }
    }

    private boolean deleteEntries(long block) {
        var ids = em.createQuery("select e.id from StoredEntry e where e.block = :block", Long.class)
                .setParameter("block", block)
                .setMaxResults(BATCH)
                .getResultList();
        return !ids.isEmpty()
                && em.createQuery("delete from StoredEntry e where e.id in :ids")
                                .setParameter("ids", ids)
                                .executeUpdate()
                        > 0;
    }

    private boolean deleteVersions(long block) {
        var versions = em.createQuery(
                        """
                        select v.key.version from TextVersion v where v.key.block = :block
                        order by v.key.block, v.key.version""",
                        Long.class)
                .setParameter("block", block)
                .setMaxResults(BATCH)
                .getResultList();
        return !versions.isEmpty()
                && em.createQuery("delete from TextVersion v where v.key.block = :block and v.key.version <= :last")
                                .setParameter("block", block)
                                .setParameter("last", versions.get(versions.size() - 1))
                                .executeUpdate()
                        > 0;
    }
}
