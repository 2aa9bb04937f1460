package dev.coppice.session;

import dev.coppice.db.Results;
import jakarta.ejb.Stateless;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import java.util.Optional;

/**
 * Creates the trees that contain the messages of sessions. Also separates a tree from its session when the session is
 * deleted or cleared. Each method is part of a running transaction.
 */
@Stateless
public class Trees {
    @PersistenceContext
    private EntityManager em;

    /** Creates a tree without messages, for a session that is not a fork. */
    public Tree create() {
        return create(null);
    }

    /**
     * Creates a tree without rows of its own.
     *
     * @param base the last row that the tree inherits; null if it inherits nothing
     */
    public Tree create(Tree.Base base) {
        var tree = new Tree(base);
        em.persist(tree);
        return tree;
    }

    /**
     * Separates the tree of a locked session from the session; its rows are purged later. Returns a new empty tree,
     * which must then be set as the session's tree.
     */
    public Tree replace(Session session) {
        orphan(session);
        return create();
    }

    /**
     * Separates the tree of a locked session from the session; its rows are purged later. If forks read the tree's
     * messages, some fields of the session are kept in the tree's row ({@link Tree#keepOwner}). Otherwise this is not
     * needed: only a session can be forked, so no fork will ever read the tree.
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
     * Returns the session to which a tree belongs, and locks the session until the transaction ends. Empty if no tree
     * has this id, or if the tree's session was deleted or cleared. Finds the row by the tree, but locks it by its
     * primary key. A query that locks by the tree would make MariaDB lock the index entry of the tree before the row. A
     * request that deletes the session locks them in the opposite order, so the two transactions could deadlock.
     */
    public Optional<Session> lockOwner(long tree) {
        var id = em.createQuery("select s.id from Session s where s.tree = :tree", Long.class)
                .setParameter("tree", tree);
        return Results.first(id)
                .map(session -> em.find(Session.class, session, LockModeType.PESSIMISTIC_WRITE))
                .filter(session -> session.tree() == tree);
    }
}
