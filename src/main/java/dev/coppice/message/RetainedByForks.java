package dev.coppice.message;

import dev.coppice.db.DatabaseClock;
import jakarta.persistence.EntityManager;
import java.util.HashMap;
import java.util.Map;

/**
 * The rows of a tree that forks read: those on the paths on which other trees grow, of living forks or of stools on which
 * living ones grow in turn. What is held of a branch is always its beginning.
 *
 * @param last depth of the last row that is held, by branch
 * @param above the lowest row of another tree that those paths come from, or null when all of them begin in this one
 */
record RetainedByForks(Map<Long, Integer> last, Position above) {
    /** One indexed query when no tree grows on this one; otherwise as many steps as there are branches that are held. */
    static RetainedByForks of(EntityManager em, long tree) {
        var stems = new BranchIndex(em);
        var last = new HashMap<Long, Integer>();
        Position above = null;
        var bases = em.createQuery(
                        """
                        select t.baseBranch, max(t.baseDepth) from Tree t where t.baseTree = :tree
                        group by t.baseBranch""",
                        Object[].class)
                .setParameter("tree", tree)
                .getResultList();
        for (var base : bases) {
            var at = new Position((Long) base[0], (Integer) base[1]);
            // Above a row that is known to be held, everything is.
            while (at != null && at.depth() > last.getOrDefault(at.branch(), -1)) {
                var stem = stems.get(at.branch());
                if (stem.isGone()) {
                    break; // let go of before the fork was made, and purged: nobody reads on above it
                }
                if (stem.tree() != tree) {
                    above = above == null || at.depth() > above.depth() ? at : above;
                    break;
                }
                last.put(at.branch(), at.depth());
                at = stem.parent();
            }
        }
        return new RetainedByForks(last, above);
    }

    /** A tree that grew on another one needs less of it, or nothing: what it has held there may be purged. */
    static void lessen(EntityManager em, long base) {
        em.createQuery("update Tree t set t.purgeAt = :now, t.purgedTo = 0 where t.id = :base")
                .setParameter("now", DatabaseClock.now())
                .setParameter("base", base)
                .executeUpdate();
        em.createQuery("update RetentionCutoff t set t.due = true where t.key.tree = :base")
                .setParameter("base", base)
                .executeUpdate();
    }

    /** True when no tree grows on this one. */
    boolean isEmpty() {
        return last.isEmpty();
    }

    /** Depth of the last row of a branch that is held, -1 when none is. */
    int last(long branch) {
        return last.getOrDefault(branch, -1);
    }

    boolean contains(Position row) {
        return row.depth() <= last(row.branch());
    }
}
