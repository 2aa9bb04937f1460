package dev.coppice.message;

import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * Finds the parents of many messages at once, and counts their children, by a few queries per hundred ranges of rows.
 * For each parent or child that is deleted, additional queries look up the next messages that are not deleted. For one
 * read or one transaction; not thread-safe.
 */
final class ParentsAndChildren {
    /** JPQL join that restricts branches {@code b} to those whose first message is deleted. */
    private static final String DELETED_FIRST =
            " join Edit e on e.key.tree = b.tree and e.key.branch = b.id and e.key.depth = b.parentDepth + 1"
                    + " and e.countDelta < 0";

    record IdRow(Position position, String id) {}

    record DeltaRow(Long branch, Integer depth, Integer countDelta) {}

    record BranchCount(Long parent, Integer parentDepth, Long count) {}

    private final EntityManager em;
    private final TreeReader reader;
    private final long tree;

    ParentsAndChildren(EntityManager em, TreeReader reader) {
        this.em = em;
        this.reader = reader;
        this.tree = reader.rows.tree;
    }

    /**
     * Returns the ids of the parents of the given messages, by the position of the child. Children without a parent
     * (roots) are left out.
     */
    Map<Position, String> parentIds(Collection<MessageRow> children) {
        var above = rowsAbove(children);
        var idsAbove = idsAt(above.values());
        var ids = new HashMap<Position, String>();
        above.forEach((child, parent) -> {
            var id = idsAbove.get(parent);
            if (id == null) {
                id = reader.parent(child).map(MessageRow::id).orElse(null);
            }
            if (id != null) {
                ids.put(child, id);
            }
        });
        return ids;
    }

    private Map<Position, Position> rowsAbove(Collection<MessageRow> children) {
        reader.branches.load(
                children.stream().map(child -> child.position().branch()).toList());
        var above = new HashMap<Position, Position>();
        for (var child : children) {
            var parent = reader.branches.rowAbove(child.position());
            if (parent != null) {
                above.put(child.position(), parent);
            }
        }
        return above;
    }

    /** Returns the ids of the messages at these positions. Deleted messages are left out. */
    private Map<Position, String> idsAt(Collection<Position> positions) {
        var ids = new HashMap<Position, String>();
        for (var piece : RangeQuery.ranges(positions)) {
            for (var row : reader.rows.selectMessages(
                    IdRow.class, "m.position, m.messageId", piece, reader.rows.notDeleted())) {
                ids.put(row.position(), row.id());
            }
        }
        return ids;
    }

    /**
     * Returns the number of children of each of the given messages, by the position of the parent. Deleted children do
     * not count; their own children count instead. Messages without children are left out.
     */
    Map<Position, Integer> childCounts(Collection<Position> parents) {
        var counts = new HashMap<Position, Integer>();
        var nextToDeleted = new HashSet<>(countNextRows(parents, counts));
        for (var piece : RangeQuery.ranges(parents)) {
            countBranches("", piece).forEach((parent, branches) -> counts.merge(parent, branches, Integer::sum));
            if (reader.rows.hasEdits()) {
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

    /**
     * Counts, for each parent, the next message on the parent's branch as a child, if it is not deleted. Returns the
     * parents whose next message is deleted; for these, the caller must count the children of the deleted message
     * instead.
     *
     * @param counts number of children by parent; this method adds to it
     */
    private Collection<Position> countNextRows(Collection<Position> parents, Map<Position, Integer> counts) {
        var nextToDeleted = new ArrayList<Position>();
        for (var piece : RangeQuery.ranges(nextPositions(parents))) {
            for (var child :
                    reader.rows.selectMessages(Position.class, "m.position", piece, reader.rows.notDeleted())) {
                counts.merge(above(child), 1, Integer::sum);
            }
            if (reader.rows.hasEdits()) {
                reader.rows.edits.select(DeltaRow.class, "e.key.branch, e.key.depth, e.countDelta", piece).stream()
                        .filter(edit -> edit.countDelta() < 0)
                        .map(edit -> new Position(edit.branch(), edit.depth() - 1))
                        .forEach(nextToDeleted::add);
            }
        }
        return nextToDeleted;
    }

    /**
     * For each parent after which a fork's inherited path changes to another branch, counts the first message on that
     * branch as a child, if it is not deleted. Returns the parents for which this message is deleted; for these, the
     * caller must count the children of the deleted message instead.
     *
     * @param counts number of children by parent; this method adds to it
     */
    private Collection<Position> countCrossings(Collection<Position> parents, Map<Position, Integer> counts) {
        var parentOf = new HashMap<Position, Position>();
        for (var parent : parents) {
            var first = reader.inherited.crossings().get(parent);
            if (first != null) {
                parentOf.put(first, parent);
            }
        }
        for (var piece : RangeQuery.ranges(parentOf.keySet())) {
            for (var child :
                    reader.rows.selectMessages(Position.class, "m.position", piece, reader.rows.notDeleted())) {
                counts.merge(parentOf.remove(child), 1, Integer::sum);
            }
        }
        return parentOf.values();
    }

    /**
     * Returns how many branches of this tree begin after each row of {@code piece}, by the position of the row. Rows
     * after which no branch begins are left out.
     *
     * @param join a JPQL join that restricts the branches {@code b} to be counted, such as {@link #DELETED_FIRST};
     *     empty to count all
     */
    private Map<Position, Integer> countBranches(String join, Path piece) {
        var query = RangeQuery.query(
                em,
                BranchCount.class,
                "select b.parent, b.parentDepth, count(*) from Branch b" + join,
                "b.parent",
                "b.parentDepth",
                piece,
                " and b.tree = :tree group by b.parent, b.parentDepth");
        var counts = new HashMap<Position, Integer>();
        for (var row : query.setParameter("tree", tree).getResultList()) {
            counts.put(
                    new Position(row.parent(), row.parentDepth()), row.count().intValue());
        }
        return counts;
    }

    /**
     * Returns, for each parent, the next position on the parent's own branch. A position that is beyond the end of the
     * inherited path is left out, because this tree's readers do not see the row there.
     */
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
}
