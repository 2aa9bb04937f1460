package dev.coppice.message;

import dev.coppice.background.SweepTask;
import dev.coppice.session.ErasureCount.Kind;
import dev.coppice.session.SessionErasing;
import dev.coppice.session.Tree;
import dev.coppice.session.Trees;
import jakarta.ejb.Local;
import jakarta.ejb.LocalBean;
import jakarta.ejb.Stateless;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;

/**
 * Sweep task that purges data which no session reads any more: the rows of deleted and cleared sessions, and the old
 * bodies of updated or deleted messages. A body is purged once no fork reads it. Works in short transactions, so that
 * readers and writers of other sessions are not blocked. After a crash the next sweep continues the purge.
 *
 * <p>Locks are taken in the same order as in all other code, from a fork to its source: first the row of the tree's
 * session, if it has one; then the tree's row; then the row of the tree that it inherits from. If a fork needs fewer
 * rows of its source's tree than before, the transaction that holds these locks also marks the source's tree as due for
 * purging. A fork that is created during a purge inherits rows of its source, or of the tree that its source inherits
 * from. Neither tree can lose these rows: the source's session is locked while the fork is created, and the other tree
 * keeps the rows as long as the source's tree inherits them.
 */
@Stateless
@Local(SweepTask.class)
@LocalBean
public class MessagePurge implements SweepTask {
    private static final String DUE = "Tree t where t.purgeAt > 0";

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Trees trees;

    @Inject
    private OrphanPurge orphanPurge;

    @Inject
    private SupersededTextPurge supersededTextPurge;

    /**
     * Counts the messages of a session that is deleted because all data of its user is erased. Messages that it inherits
     * as a fork are counted with the session that has them.
     */
    public void count(@Observes SessionErasing erasing) {
        long messages = em.createQuery("select count(m) from Message m where m.tree = :tree and m.gone = 0", Long.class)
                .setParameter("tree", erasing.session().tree())
                .getSingleResult();
        erasing.counts().add(Kind.MESSAGES, messages);
        erasing.counts().add(Kind.INDEX_ENTRIES, messages);
    }

    @Override
    public String name() {
        return "messages";
    }

    @Override
    public String lease() {
        return "messages";
    }

    @Override
    public Due due() {
        return new Due(DUE);
    }

    /**
     * Purges one batch of data of the tree that has been due for purging for the longest time.
     *
     * @return true if there may be more rows to purge; false if no tree was due
     */
    @Override
    public boolean step() {
        var due = em.createQuery("select t.id from " + DUE + " order by t.purgeAt", Long.class)
                .setMaxResults(1)
                .getResultList();
        due.forEach(this::purge);
        return !due.isEmpty();
    }

    private void purge(long id) {
        var owner = trees.lockOwner(id);
        var tree = em.find(Tree.class, id, LockModeType.PESSIMISTIC_WRITE);
        if (tree == null || !tree.isPurgeDue()) {
            return; // purged by another node
        }
        if (tree.isOrphaned()) {
            orphanPurge.step(tree);
        } else if (supersededTextPurge.step(tree)) {
            owner.ifPresent(session -> Retention.detachFromSourceIfUnread(em, session));
            tree.finishPurge();
        }
    }
}
