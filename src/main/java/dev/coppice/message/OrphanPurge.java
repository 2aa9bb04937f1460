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
 * Purges an orphaned tree, that is, a tree that was left by a deleted or cleared session. The purge takes several
 * steps, each in a transaction of {@link MessagePurge}. First deletes the data that only the former session used:
 * edits, rows of superseded text, compactions, retention cutoffs. Then deletes the message rows that no fork reads,
 * branch by branch. Finally deletes the tree itself if no fork reads any of its rows.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.MANDATORY)
public class OrphanPurge {
    /**
     * Maximum number of rows that one transaction deletes. Deleting this many takes about ten milliseconds, so the
     * transaction holds its locks for a short time only.
     */
    private static final int BATCH = 1000;

    /**
     * Maximum number of groups of 100 branches that one transaction purges. It keeps a transaction short if the
     * branches have few rows. The transaction ends earlier if it has deleted {@link #BATCH} rows.
     */
    private static final int BATCHES = 10;

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Event<TreePurging> treePurging;

    @Inject
    private Event<RowsPurging> rowsPurging;

    /**
     * Purges the next part of an orphaned tree's data, about 1,000 rows; an orphaned tree has no session. If no data is
     * left to purge, deletes the tree; but if forks read some of its rows, keeps the tree and marks its purge as
     * complete. Must be called within a transaction.
     *
     * @param tree the tree; its row must be locked
     */
    public void step(Tree tree) {
        if (tree.purgedTo() == 0) {
            if (deleteKeyed("Edit", tree.id()) || deleteKeyed("SupersededText", tree.id())) {
                return;
            }
            for (var entity : List.of("Overlay o where o.tree", "RetentionCutoff o where o.key.tree")) {
                em.createQuery("delete from " + entity + " = :tree")
                        .setParameter("tree", tree.id())
                        .executeUpdate();
            }
            treePurging.fire(new TreePurging(tree.id()));
        }
        var retainedByForks = RetainedByForks.of(em, tree.id());
        if (deleteRows(tree, retainedByForks)) {
            finish(tree, retainedByForks);
        }
    }

    /**
     * Deletes rows of the given entity that belong to a tree, about 1,000 at most. Returns false if the tree had none.
     *
     * @param entity name of a JPA entity whose key is an {@link Edit.Key}: {@code Edit} or {@code SupersededText}
     * @param tree id of the tree
     */
    private boolean deleteKeyed(String entity, long tree) {
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

    /**
     * Deletes message rows that no fork reads, at most 1,000, and the branches that then have no rows. Returns true if
     * no branch of the tree is left to examine.
     */
    private boolean deleteRows(Tree tree, RetainedByForks retainedByForks) {
        int rest = BATCH;
        for (int batches = 0; batches < BATCHES && rest > 0; batches++) {
            var branches = nextBranches(tree);
            if (branches.isEmpty()) {
                return true;
            }
            rest = deleteRows(tree, branches, retainedByForks, rest);
        }
        return false;
    }

    /**
     * Deletes those message rows of the given branches that no fork reads. Then deletes those of the branches that have
     * no rows left.
     *
     * @param limit maximum number of rows to delete
     * @return how many more rows this transaction may delete; 0 if these branches still have rows to delete
     */
    private int deleteRows(Tree tree, List<Long> branches, RetainedByForks retainedByForks, int limit) {
        var ranges = unretained(branches, retainedByForks);
        int whole = 0;
        int rest = limit;
        while (whole < ranges.size() && ranges.get(whole).size() <= rest) {
            rest -= ranges.get(whole++).size();
        }
        boolean areAll = whole == ranges.size();
        var deletable = new ArrayList<>(ranges.subList(0, whole));
        if (!areAll && rest > 0) {
            var cut = ranges.get(whole);
            deletable.add(new Path.Range(cut.branch(), cut.from(), cut.from() + rest - 1));
        }
        remove(tree.id(), deletable);
        finishBranches(
                tree, branches, areAll ? lastOf(branches) : ranges.get(whole).branch() - 1, retainedByForks);
        return areAll ? rest : 0;
    }

    private static long lastOf(List<Long> branches) {
        return branches.get(branches.size() - 1);
    }

    private void finishBranches(Tree tree, List<Long> branches, long last, RetainedByForks retainedByForks) {
        removeBranches(branches.stream()
                .filter(branch -> branch <= last && retainedByForks.lastDepth(branch) < 0)
                .toList());
        tree.purgedTo(last);
    }

    private List<Long> nextBranches(Tree tree) {
        return em.createQuery(
                        "select b.id from Branch b where b.tree = :tree and b.id > :done order by b.tree, b.id",
                        Long.class)
                .setParameter("tree", tree.id())
                .setParameter("done", tree.purgedTo())
                .setMaxResults(RangeQuery.MAX)
                .getResultList();
    }

    record RowRange(Long branch, Integer from, Integer to) {}

    /**
     * Returns, for each of the given branches, the range of its rows that no fork reads. The ranges are ordered by the
     * id of the branch; branches without such rows are left out.
     */
    private List<Path.Range> unretained(List<Long> branches, RetainedByForks retainedByForks) {
        var rows = new Path(branches.stream()
                .map(branch -> new Path.Range(branch, retainedByForks.lastDepth(branch) + 1, Integer.MAX_VALUE))
                .toList());
        return RangeQuery.query(
                        em,
                        RowRange.class,
                        "select m.position.branch, min(m.position.depth), max(m.position.depth) from Message m",
                        "m.position.branch",
                        "m.position.depth",
                        rows,
                        " group by m.position.branch")
                .getResultList()
                .stream()
                .map(row -> new Path.Range(row.branch(), row.from(), row.to()))
                .sorted((one, other) -> Long.compare(one.branch(), other.branch()))
                .toList();
    }

    private void remove(long tree, List<Path.Range> ranges) {
        if (ranges.isEmpty()) {
            return;
        }
        rowsPurging.fire(new RowsPurging(tree, ranges));
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
     * Ends the purge of a tree after its other data was deleted. Deletes the tree if no fork reads a row of it. If the
     * tree inherits rows of another tree, and its forks need fewer of these rows than before, the other tree becomes
     * due for purging. If they need none of these rows, this tree is detached from the other tree.
     */
    private void finish(Tree tree, RetainedByForks retainedByForks) {
        var oldBase = tree.baseTree() == null ? null : new Position(tree.baseBranch(), tree.baseDepth());
        if (oldBase != null && !oldBase.equals(retainedByForks.base())) {
            RetainedByForks.schedulePurge(em, tree.baseTree());
        }
        if (retainedByForks.isEmpty()) {
            em.remove(tree);
            return;
        }
        if (oldBase == null || retainedByForks.base() == null) {
            tree.detachFromBase();
        } else {
            var base = retainedByForks.base();
            tree.attachTo(em.find(Branch.class, base.branch()).tree(), base.branch(), base.depth());
        }
        tree.finishPurge();
    }
}
