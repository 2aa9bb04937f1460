package dev.coppice.message;

import dev.coppice.session.Tree;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Removes of a stool what no fork reads: first what its session alone saw, then its rows, branch by branch, down to what
 * the paths of forks hold. When nothing grows on it, it goes itself.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.MANDATORY)
public class OrphanPurge {
    /** Rows a transaction: some ten milliseconds. */
    private static final int BATCH = 1000;

    /** Times a transaction looks at a hundred branches, whatever they have. */
    private static final int PIECES = 10;

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Event<TreePurging> leaving;

    @Inject
    private Event<RowsPurging> purging;

    /** Removes a piece of a stool whose row is locked. */
    public void step(Tree tree) {
        if (tree.purgedTo() == 0) {
            if (keyed("Edit", tree.id()) || keyed("SupersededText", tree.id())) {
                return;
            }
            for (var entity : List.of("Overlay o where o.tree", "RetentionCutoff o where o.key.tree")) {
                em.createQuery("delete from " + entity + " = :tree")
                        .setParameter("tree", tree.id())
                        .executeUpdate();
            }
            leaving.fire(new TreePurging(tree.id()));
        }
        var retainedByForks = RetainedByForks.of(em, tree.id());
        if (rows(tree, retainedByForks)) {
            finish(tree, retainedByForks);
        }
    }

    /** Rows of a table that is keyed by tree, branch and depth; true when there may be more. */
    private boolean keyed(String entity, long tree) {
        var keys = em.createQuery("select e.key from " + entity + " e where e.key.tree = :tree", Edit.Key.class)
                .setParameter("tree", tree)
                .setMaxResults(BATCH)
                .getResultList();
        keys.stream().collect(Collectors.groupingBy(Edit.Key::branch)).forEach((branch, rows) -> {
            var depths = rows.stream().map(Edit.Key::depth).toList();
            em.createQuery(
                            "delete from " + entity
                                    + " e where e.key.tree = :tree and e.key.branch = :branch and e.key.depth between :min and :max")
                    .setParameter("tree", tree)
                    .setParameter("branch", branch)
                    .setParameter("min", Collections.min(depths))
                    .setParameter("max", Collections.max(depths))
                    .executeUpdate();
        });
        return !keys.isEmpty();
    }

    /** The next rows that are not held, and branches that have none left; true at the end. */
    private boolean rows(Tree tree, RetainedByForks retainedByForks) {
        int left = BATCH;
        for (int pieces = 0; pieces < PIECES && left > 0; pieces++) {
            var branches = next(tree);
            if (branches.isEmpty()) {
                return true;
            }
            var going = new ArrayList<Path.Range>();
            long last = branches.get(branches.size() - 1);
            for (var range : unheld(branches, retainedByForks)) {
                if (range.size() > left) {
                    last = range.branch() - 1;
                    if (left > 0) {
                        going.add(new Path.Range(range.branch(), range.from(), range.from() + left - 1));
                    }
                    left = 0;
                    break;
                }
                going.add(range);
                left -= range.size();
            }
            remove(tree.id(), going);
            long done = last;
            removeBranches(branches.stream()
                    .filter(branch -> branch <= done && retainedByForks.last(branch) < 0)
                    .toList());
            tree.purgedTo(done);
        }
        return false;
    }

    private List<Long> next(Tree tree) {
        return em.createQuery(
                        "select b.id from Branch b where b.tree = :tree and b.id > :done order by b.tree, b.id",
                        Long.class)
                .setParameter("tree", tree.id())
                .setParameter("done", tree.purgedTo())
                .setMaxResults(RangeQuery.MAX)
                .getResultList();
    }

    /** The rows of some branches that no fork holds; in the order of the branches. */
    private List<Path.Range> unheld(List<Long> branches, RetainedByForks retainedByForks) {
        var behind = new Path(branches.stream()
                .map(branch -> new Path.Range(branch, retainedByForks.last(branch) + 1, Integer.MAX_VALUE))
                .toList());
        return RangeQuery.query(
                        em,
                        "select m.position.branch, min(m.position.depth), max(m.position.depth) from Message m",
                        "m.position.branch",
                        "m.position.depth",
                        behind,
                        " group by m.position.branch")
                .getResultList()
                .stream()
                .map(row -> new Path.Range((Long) row[0], (Integer) row[1], (Integer) row[2]))
                .sorted((one, other) -> Long.compare(one.branch(), other.branch()))
                .toList();
    }

    private void remove(long tree, List<Path.Range> ranges) {
        if (ranges.isEmpty()) {
            return;
        }
        purging.fire(new RowsPurging(tree, ranges));
        for (var range : ranges) {
            em.createQuery("delete from Message m where m.position.branch = :branch"
                            + " and m.position.depth between :from and :to")
                    .setParameter("branch", range.branch())
                    .setParameter("from", range.from())
                    .setParameter("to", range.to())
                    .executeUpdate();
        }
    }

    private void removeBranches(List<Long> ids) {
        if (!ids.isEmpty()) {
            em.createQuery("delete from Branch b where b.id in :ids")
                    .setParameter("ids", ids)
                    .executeUpdate();
        }
    }

    /**
     * What is left is held. If that needs less of the tree that this one grows on, that one is due. A stool that grew on
     * none any more needs nothing of another, wherever its first branch was written to begin.
     */
    private void finish(Tree tree, RetainedByForks retainedByForks) {
        var base = tree.baseTree() == null ? null : new Position(tree.baseBranch(), tree.baseDepth());
        if (base != null && !base.equals(retainedByForks.above())) {
            RetainedByForks.lessen(em, tree.baseTree());
        }
        if (retainedByForks.isEmpty()) {
            em.remove(tree);
            return;
        }
        if (base == null || retainedByForks.above() == null) {
            tree.uproot();
        } else {
            var above = retainedByForks.above();
            tree.growOn(em.find(Branch.class, above.branch()).tree(), above.branch(), above.depth());
        }
        tree.purged();
    }
}
