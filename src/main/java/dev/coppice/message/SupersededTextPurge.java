package dev.coppice.message;

import dev.coppice.session.Tree;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.List;

/**
 * Wipes the old bodies of updated or deleted messages once no fork reads them any more. Only for trees of sessions that
 * still exist; {@link OrphanPurge} handles the others. Works in several steps, each in a transaction of
 * {@link MessagePurge}.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.MANDATORY)
public class SupersededTextPurge {
    /**
     * Maximum number of texts that one transaction wipes. Wiping this many takes about ten milliseconds, during which
     * the session's writers wait.
     */
    private static final int BATCH = 200;

    private static final int BRANCHES = 100;

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Event<RowsPurging> rowsPurging;

    /**
     * Wipes up to 200 old bodies in rows of a tree: those that no fork reads any more. Must be called within a
     * transaction that has locked the row of the tree's session.
     *
     * @return true if no body is left to wipe
     */
    public boolean step(Tree tree) {
        var branches = nextBranches(tree);
        var retainedByForks = RetainedByForks.of(em, tree.id());
        int rest = BATCH;
        for (long branch : branches) {
            rest -= wipe(tree.id(), branch, retainedByForks.lastDepth(branch), rest);
            if (rest == 0) {
                return false;
            }
            tree.purgedTo(branch);
        }
        return branches.size() < BRANCHES;
    }

    private List<Long> nextBranches(Tree tree) {
        return em.createQuery(
                        """
                        select distinct o.key.branch from SupersededText o where o.key.tree = :tree and o.key.branch > :done
                        order by o.key.branch""",
                        Long.class)
                .setParameter("tree", tree.id())
                .setParameter("done", tree.purgedTo())
                .setMaxResults(BRANCHES)
                .getResultList();
    }

    private int wipe(long tree, long branch, int lastRetained, int limit) {
        var depths = em.createQuery(
                        """
                        select o.key.depth from SupersededText o
                        where o.key.tree = :tree and o.key.branch = :branch and o.key.depth > :lastRetained
                        order by o.key.depth""",
                        Integer.class)
                .setParameter("tree", tree)
                .setParameter("branch", branch)
                .setParameter("lastRetained", lastRetained)
                .setMaxResults(limit)
                .getResultList();
        if (depths.isEmpty()) {
            return 0;
        }
        depths.forEach(depth -> wipe(branch, depth));
        rowsPurging.fire(new RowsPurging(
                tree,
                depths.stream()
                        .map(depth -> new Path.Range(branch, depth, depth))
                        .toList()));
        unmark(tree, branch, depths.get(0), depths.get(depths.size() - 1));
        return depths.size();
    }

    private void unmark(long tree, long branch, int first, int last) {
        em.createQuery(
                        """
                        delete from SupersededText o where o.key.tree = :tree and o.key.branch = :branch
                        and o.key.depth between :first and :last""")
                .setParameter("tree", tree)
                .setParameter("branch", branch)
                .setParameter("first", first)
                .setParameter("last", last)
                .executeUpdate();
    }

    /** Wipes the body in a row by an update statement. Loading the entity would read the body, which may be long. */
    private void wipe(long branch, int depth) {
        em.createNativeQuery(
                        """
                        update message set body = :empty, preview = '', sent = case when gone = 0 then sent end
                        where branch_id = :branch and depth = :depth""")
                .setParameter("empty", new byte[0])
                .setParameter("branch", branch)
                .setParameter("depth", depth)
                .executeUpdate();
    }
}
