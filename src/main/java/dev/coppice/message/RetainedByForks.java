package dev.coppice.message;

import dev.coppice.db.DatabaseClock;
import jakarta.persistence.EntityManager;
import java.util.HashMap;
import java.util.Map;

/**
 * The rows of a tree that must not be purged because forks read them: all rows on the paths that other trees inherit
 * from the tree. These other trees belong to existing forks, or are orphaned trees from which further forks inherit. On
 * each branch, the rows to keep are the first ones, down to a certain depth. Which rows a fork needs follows from the
 * base in its {@code Tree} alone. {@link OrphanPurge} and {@link RetentionPurge} ask this class before they delete
 * rows, {@link SupersededTextPurge} before it wipes bodies, and {@link MessageEditor} before it removes an old body.
 * {@link MessagePurge} explains why a fork that is made during a purge loses no row.
 *
 * @param lastDepths depth of the last row to keep on a branch, inclusive, by the branch's id
 * @param base if this tree inherits rows of another tree: position of the deepest of these rows that the forks of this
 *     tree inherit too; null if they inherit none
 */
record RetainedByForks(Map<Long, Integer> lastDepths, Position base) {
    record Base(Long branch, Integer depth) {}

    /**
     * Returns the rows of a tree that must be kept because forks read them. Runs one indexed query; if the tree has
     * forks, also loads each branch that has such rows.
     */
    static RetainedByForks of(EntityManager em, long tree) {
        var branches = new BranchIndex(em);
        var lastDepths = new HashMap<Long, Integer>();
        Position base = null;
        var bases = em.createQuery(
                        """
                        select t.baseBranch, max(t.baseDepth) from Tree t where t.baseTree = :tree
                        group by t.baseBranch""",
                        Base.class)
                .setParameter("tree", tree)
                .getResultList();
        for (var fork : bases) {
            var other = retain(branches, tree, new Position(fork.branch(), fork.depth()), lastDepths);
            base = other != null && (base == null || other.depth() > base.depth()) ? other : base;
        }
        return new RetainedByForks(lastDepths, base);
    }

    /**
     * Adds to {@code lastDepths} the rows of a tree that one of its forks inherits. If the tree itself inherits rows of
     * another tree, the fork inherits these rows too. Returns the position of the last of the rows that belong to
     * another tree; null if there is none, if an earlier call with the same {@code lastDepths} has found these rows, or
     * if a branch below them was purged.
     *
     * @param forkBase position of the last row that the fork inherits
     * @param lastDepths depth of the last row to keep on a branch, by the branch's id; this method adds to it
     */
    private static Position retain(BranchIndex branches, long tree, Position forkBase, Map<Long, Integer> lastDepths) {
        // All rows above a retained row on its path are retained already.
        for (var at = forkBase; at != null && at.depth() > lastDepths.getOrDefault(at.branch(), -1); ) {
            var branch = branches.get(at.branch());
            if (branch.isMissing()) {
                return null; // purged as beyond retention before the fork was made: no fork reads rows above
            }
            if (branch.tree() != tree) {
                return at;
            }
            lastDepths.put(at.branch(), at.depth());
            at = branch.parent();
        }
        return null;
    }

    /**
     * Marks a tree, and each of its retention cutoffs, as due for another purge. Called when a fork needs fewer of the
     * tree's rows than before, or none: rows that were kept for the fork can then be purged.
     *
     * @param base id of the tree that is to be purged
     */
    static void schedulePurge(EntityManager em, long base) {
        em.createQuery("update Tree t set t.purgeAt = :now, t.purgedTo = 0 where t.id = :base")
                .setParameter("now", DatabaseClock.now())
                .setParameter("base", base)
                .executeUpdate();
        em.createQuery("update RetentionCutoff t set t.due = true where t.key.tree = :base")
                .setParameter("base", base)
                .executeUpdate();
    }

    /** True if forks need no row of the tree. */
    boolean isEmpty() {
        return lastDepths.isEmpty();
    }

    /** Returns the depth of the last row of a branch that forks need, inclusive; -1 if they need none. */
    int lastDepth(long branch) {
        return lastDepths.getOrDefault(branch, -1);
    }

    boolean contains(Position row) {
        return row.depth() <= lastDepth(row.branch());
    }
}
