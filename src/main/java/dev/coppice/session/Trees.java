package dev.coppice.session;

import jakarta.ejb.Stateless;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import java.util.Optional;

/** Makes the trees that messages hang on, and parts them from their sessions. Each method is part of a transaction. */
@Stateless
public class Trees {
    @PersistenceContext
    private EntityManager em;

    /** A tree without messages. */
    public Tree make() {
        var fresh = new Tree();
        em.persist(fresh);
        return fresh;
    }

    /** A fresh tree for a locked session; the old one is purged afterwards. */
    public Tree replace(Session session) {
        leave(session);
        return make();
    }

    /**
     * A locked session's tree becomes a stool. Who inherits from one that is grown on grows on it too, so nobody comes
     * later.
     */
    public void leave(Session session) {
        var tree = em.find(Tree.class, session.tree());
        tree.orphan();
        boolean isGrownOn = !em.createQuery("select t.id from Tree t where t.baseTree = :tree", Long.class)
                .setParameter("tree", tree.id())
                .setMaxResults(1)
                .getResultList()
                .isEmpty();
        if (isGrownOn) {
            tree.keep(session.remains());
        }
    }

    /** Locks the session that a tree belongs to, if there is one: what is done to the tree then, its writers wait for. */
    public Optional<Session> lockOwner(long tree) {
        return em
                .createQuery("select s from Session s where s.tree = :tree", Session.class)
                .setParameter("tree", tree)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .getResultList()
                .stream()
                .findFirst();
    }
}
