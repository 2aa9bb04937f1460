package dev.coppice.session;

import dev.coppice.db.Results;
import jakarta.ejb.Stateless;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import java.util.Optional;

/**
 * Creates the trees of sessions, and detaches them from their sessions. Each method is part of the caller's
 * transaction.
 */
@Stateless
public class Trees {
    @PersistenceContext
    private EntityManager em;

    /** Creates a tree without messages. */
    public Tree create() {
        var tree = new Tree();
        em.persist(tree);
        return tree;
    }

    /**
     * Orphans the tree of a locked session, whose rows are purged later, and returns a new empty tree for the session.
     */
    public Tree replace(Session session) {
        orphan(session);
        return create();
    }

    /**
     * Orphans the tree of a locked session. If the tree has no fork now, it never gets one later, because messages can
     * be inherited only from its session or from forks of it.
     */
    public void orphan(Session session) {
        var tree = em.find(Tree.class, session.tree());
        tree.orphan();
        boolean hasForks = !em.createQuery("select t.id from Tree t where t.baseTree = :tree", Long.class)
                .setParameter("tree", tree.id())
                .setMaxResults(1)
                .getResultList()
                .isEmpty();
        if (hasForks) {
            tree.keepOwner(session.orphanOwner());
        }
    }

    /**
     * Finds the session that owns a tree and locks it, so that its writers wait until the transaction ends; empty for
     * an orphaned tree.
     */
    public Optional<Session> lockOwner(long tree) {
        return Results.first(em.createQuery("select s from Session s where s.tree = :tree", Session.class)
                .setParameter("tree", tree)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE));
    }
}
