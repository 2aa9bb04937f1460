package dev.coppice.message;

import dev.coppice.background.SweepTask;
import dev.coppice.session.Tree;
import dev.coppice.session.Trees;
import jakarta.ejb.Local;
import jakarta.ejb.LocalBean;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;

/**
 * Removes what deleted and cleared sessions have left behind, and old texts that only forks which are gone have read, in
 * bounded transactions: readers and writers of other sessions do not notice, and what a crash interrupts goes on at the
 * next turn.
 *
 * <p>Whoever purges a tree holds first its session's row, if there is one, then the tree's own, then the row of the tree
 * that it grows on: from the younger to the older, as everybody else. What a tree holds of an older one is looked at
 * under these locks, and when it lets go of some, the older one is due in the same transaction. A fork that is made
 * meanwhile takes nothing that is not held already: by the session that it is made from, or by the tree that that one
 * grows on, which goes only after it.
 */
@Stateless
@Local(SweepTask.class)
@LocalBean
public class MessagePurge implements SweepTask {
    @PersistenceContext
    private EntityManager em;

    @Inject
    private Trees trees;

    @Inject
    private OrphanPurge stools;

    @Inject
    private SupersededTextPurge oldTexts;

    @Override
    public String name() {
        return "messages";
    }

    @Override
    public String lease() {
        return "messages";
    }

    /**
     * Purges a piece of the tree that has been due for longest.
     *
     * @return true when there may be more
     */
    @Override
    public boolean step() {
        var due = em.createQuery("select t.id from Tree t where t.purgeAt > 0 order by t.purgeAt", Long.class)
                .setMaxResults(1)
                .getResultList();
        due.forEach(this::purge);
        return !due.isEmpty();
    }

    private void purge(long id) {
        var owner = trees.lockOwner(id);
        var tree = em.find(Tree.class, id, LockModeType.PESSIMISTIC_WRITE);
        if (tree == null || !tree.isDue()) {
            return; // another node was faster
        }
        if (tree.isStool()) {
            stools.step(tree);
        } else if (oldTexts.step(tree)) {
            owner.ifPresent(session -> Retention.leaveSourceIfUnread(em, session));
            tree.purged();
        }
    }
}
