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

    /** Creates an empty tree for a locked session and orphans the old one, which is purged later. */
    public Tree replace(Session session) {
        orphan(session);
        return create();
    }

    /**
     * Orphans the tree of a locked session. A tree that has no fork now never gets one later, because its messages can
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

    /** Locks the session of a tree, if it has one. The session's writers wait until the transaction ends. */
    public Optional<Session> lockOwner(long tree) {
        return Results.first(em.createQuery("select s from Session s where s.tree = :tree", Session.class)
                .setParameter("tree", tree)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE));
    }
}
