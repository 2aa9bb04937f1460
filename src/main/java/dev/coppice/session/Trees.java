package dev.coppice.session;

import dev.coppice.db.Results;
import jakarta.ejb.Stateless;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import java.util.Optional;

/** Creates the trees of sessions, and makes them orphaned trees. Each method is part of the caller's transaction. */
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
     * Makes the tree of a locked session an orphaned tree, whose rows are purged later. Returns a new empty tree, which
     * the caller sets as the session's tree.
     */
    public Tree replace(Session session) {
        orphan(session);
        return create();
    }

    /**
     * Makes the tree of a locked session an orphaned tree, which is purged later. If forks read its messages, the
     * session's fields are kept in the tree's row. A tree without forks is not forked later, because messages can
     * be inherited only from a session or from its forks.
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
     * Returns the session whose tree has this id and locks it until the transaction ends; empty for an orphaned tree,
     * or if no tree has this id.
     */
    public Optional<Session> lockOwner(long tree) {
        return Results.first(em.createQuery("select s from Session s where s.tree = :tree", Session.class)
                .setParameter("tree", tree)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE));
    }
}
