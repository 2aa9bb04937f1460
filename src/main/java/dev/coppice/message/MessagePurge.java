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
 * Purges the rows of deleted and cleared sessions, and superseded texts that no fork reads any more, in bounded
 * transactions: readers and writers of other sessions are not disturbed, and the next sweep continues what a crash
 * interrupted.
 *
 * <p>Lock order: the session's row of a tree, if it has one; the tree's row; the row of the tree that it inherits from.
 * So from younger to older, as in all other code. Under these locks, a tree that retains less of an older one makes the
 * older one due in the same transaction. A fork that is made concurrently inherits only rows that are retained already:
 * by its source, or by the tree that its source inherits from, which is purged only after it.
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
     * Purges a part of the tree that has been due for longest.
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
        if (tree == null || !tree.isPurgeDue()) {
            return; // purged by another node
        }
        if (tree.isOrphaned()) {
            stools.step(tree);
        } else if (oldTexts.step(tree)) {
            owner.ifPresent(session -> Retention.detachFromSourceIfUnread(em, session));
            tree.finishPurge();
        }
    }
}
