package dev.coppice.message;

import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * Finds the parents and counts the children of many messages at once: one query per hundred. Only messages next to a
 * deleted one are looked up individually. For one transaction; not thread-safe.
 */
final class ParentsAndChildren {
    /** Restricts branches {@code b} to those whose first message was deleted. */
    private static final String DELETED_FIRST =
            " join Edit e on e.key.tree = b.tree and e.key.branch = b.id and e.key.depth = b.parentDepth + 1"
                    + " and e.countDelta < 0";

    private final EntityManager em;
    private final TreeReader reader;
    private final long tree;

    ParentsAndChildren(EntityManager em, TreeReader reader) {
        this.em = em;
        this.reader = reader;
        this.tree = reader.rows.tree;
    }

    /** Ids of the parents of some messages; roots are left out. */
    Map<Position, String> parentIds(Collection<MessageRow> children) {
        reader.branches.load(
                children.stream().map(child -> child.position().branch()).toList());
        var above = new HashMap<Position, Position>();
        for (var child : children) {
            var at = child.position();
            var branch = reader.branches.get(at.branch());
            var parent = at.depth() > branch.first() ? new Position(at.branch(), at.depth() - 1) : branch.parent();
            if (parent != null) {
                above.put(at, parent);
            }
        }
        var liveIds = new HashMap<Position, String>();
        for (var piece : RangeQuery.ranges(above.values())) {
            var select = "select m.position.branch, m.position.depth, m.messageId";
            for (var row : reader.rows.selectMessages(select, piece, reader.rows.notDeleted())) {
                liveIds.put(position(row), (String) row[2]);
            }
        }
        var ids = new HashMap<Position, String>();
        above.forEach((child, parent) -> {
            var id = liveIds.get(parent);
            if (id == null) {
                id = reader.parent(child).map(MessageRow::id).orElse(null);
            }
            if (id != null) {
                ids.put(child, id);
            }
        });
        return ids;
    }

    /** The number of live children of some messages; those without children are left out. */
    Map<Position, Integer> childCounts(Collection<Position> parents) {
        var counts = new HashMap<Position, Integer>();
        var nextToDeleted = new HashSet<Position>();
        for (var piece : RangeQuery.ranges(nextPositions(parents))) {
            for (var row : reader.rows.selectMessages(
                    "select m.position.branch, m.position.depth", piece, reader.rows.notDeleted())) {
                counts.merge(above(position(row)), 1, Integer::sum);
            }
            if (reader.rows.hasEdits) {
                for (var row : reader.rows.selectEdits("select e.key.branch, e.key.depth, e.countDelta", piece)) {
                    if ((Integer) row[2] < 0) {
                        nextToDeleted.add(above(position(row)));
                    }
                }
            }
        }
        for (var piece : RangeQuery.ranges(parents)) {
            countBranches("", piece).forEach((parent, branches) -> counts.merge(parent, branches, Integer::sum));
            if (reader.rows.hasEdits) {
                nextToDeleted.addAll(countBranches(DELETED_FIRST, piece).keySet());
            }
        }
        nextToDeleted.addAll(countCrossings(parents, counts));
        nextToDeleted.forEach(parent -> counts.put(
                parent,
                new Children(em, reader).of(parent, 0, Integer.MAX_VALUE).size()));
        counts.values().removeIf(count -> count == 0);
        return counts;
    }

    /** Counts the children that an inherited path has on its next branch; returns the parents of deleted ones. */
    private Collection<Position> countCrossings(Collection<Position> parents, Map<Position, Integer> counts) {
        var parentOf = new HashMap<Position, Position>();
        for (var parent : parents) {
            var first = reader.inherited.crossings().get(parent);
            if (first != null) {
                parentOf.put(first, parent);
            }
        }
        for (var piece : RangeQuery.ranges(parentOf.keySet())) {
            for (var row : reader.rows.selectMessages(
                    "select m.position.branch, m.position.depth", piece, reader.rows.notDeleted())) {
                counts.merge(parentOf.remove(position(row)), 1, Integer::sum);
            }
        }
        return parentOf.values();
    }

    /** The number of this tree's branches that leave each of some rows. */
    private Map<Position, Integer> countBranches(String join, Path piece) {
        var query = RangeQuery.query(
                em,
                "select b.parent, b.parentDepth, count(*) from Branch b" + join,
                "b.parent",
                "b.parentDepth",
                piece,
                " and b.tree = :tree group by b.parent, b.parentDepth");
        var counts = new HashMap<Position, Integer>();
        for (var row : query.setParameter("tree", tree).getResultList()) {
            counts.put(position(row), ((Long) row[2]).intValue());
        }
        return counts;
    }

    /** The next position on the branch of each row, as far as the tree's readers see it. */
    private List<Position> nextPositions(Collection<Position> parents) {
        var below = new ArrayList<Position>();
        reader.branches.load(parents.stream().map(Position::branch).toList());
        for (var parent : parents) {
            if (parent.depth() < reader.inherited.lastVisibleDepth(parent.branch())) {
                below.add(new Position(parent.branch(), parent.depth() + 1));
            }
        }
        return below;
    }

    private static Position above(Position below) {
        return new Position(below.branch(), below.depth() - 1);
    }

    private static Position position(Object[] row) {
        return new Position((Long) row[0], (Integer) row[1]);
    }
}
