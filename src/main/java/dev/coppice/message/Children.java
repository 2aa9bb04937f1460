package dev.coppice.message;

import jakarta.persistence.EntityManager;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The messages that follow one, as a tree's readers see them: the next row of its branch, the first ones of the branches
 * that leave it, and where the inherited path goes on. For one transaction.
 */
final class Children {
    private final EntityManager em;
    private final MessageRows rows;
    private final InheritedPath inheritedPath;

    Children(EntityManager em, TreeReader reader) {
        this.em = em;
        this.rows = reader.rows;
        this.inheritedPath = reader.inherited;
    }

    /**
     * The living children in the order of appending, at most so many, those with a seq above {@code after}. A deleted
     * child is replaced by its own children; the loop is bounded by the number of deleted messages below.
     */
    List<MessageRow> of(Position parent, long after, int limit) {
        var found = new ArrayList<MessageRow>();
        var open = new ArrayDeque<Position>();
        open.push(parent);
        while (!open.isEmpty()) {
            var top = open.pop();
            var next = next(top);
            next.filter(row -> row.seq() > after).ifPresent(found::add);
            // Without edits, what leaves further down leaves a living row.
            int end = !rows.hasEdits
                    ? top.depth()
                    : next.map(row -> row.position().depth() - 1).orElse(Integer.MAX_VALUE);
            found.addAll(leaving(top, end, after, limit));
            var turn = turn(top, end);
            var first = turn.flatMap(rows::at);
            first.filter(row -> row.seq() > after).ifPresent(found::add);
            if (first.isEmpty()) {
                turn.ifPresent(open::add);
            }
            if (rows.hasEdits) {
                open.addAll(deadFirsts(top, end));
            }
        }
        return found.stream()
                .sorted(Comparator.comparingLong(MessageRow::seq))
                .limit(limit)
                .toList();
    }

    /** Where the inherited path leaves a run of rows, if it does. */
    private Optional<Position> turn(Position top, int end) {
        int last = inheritedPath.visibleTo(top.branch());
        return last < top.depth() || last > end
                ? Optional.empty()
                : Optional.ofNullable(inheritedPath.turns().get(new Position(top.branch(), last)));
    }

    /** Living first rows of this tree's branches that leave a run of rows. */
    private List<MessageRow> leaving(Position top, int end, long after, int limit) {
        boolean one = end == top.depth();
        var query = rows.query(
                        "Branch b join Message m on m.position.branch = b.id and m.position.depth = b.parentDepth + 1",
                        "b.parent = :branch and b.parentDepth " + (one ? "= :from" : "between :from and :to")
                                + " and b.tree = :own and b.firstSeq > :after" + rows.living()
                                + " order by " + (one ? "b.parent, b.parentDepth, b.firstSeq" : "b.firstSeq"))
                .setParameter("branch", top.branch())
                .setParameter("from", top.depth())
                .setParameter("own", rows.tree)
                .setParameter("after", after);
        if (!one) {
            query.setParameter("to", end);
        }
        if (limit < Integer.MAX_VALUE) {
            query.setMaxResults(limit);
        }
        return rows.read(query);
    }

    /** The next living row on the same branch, as far as this tree's readers see that branch. */
    private Optional<MessageRow> next(Position position) {
        int last = inheritedPath.visibleTo(position.branch());
        return rows.first(
                rows.query("m.position.branch = :branch and m.position.depth > :depth and m.position.depth <= :last"
                                + rows.living() + " order by m.position.branch, m.position.depth")
                        .setParameter("branch", position.branch())
                        .setParameter("depth", position.depth())
                        .setParameter("last", last));
    }

    /** Deleted first rows of this tree's branches that leave a run of rows: their children stand for them. */
    private List<Position> deadFirsts(Position top, int end) {
        return em
                .createQuery(
                        """
                        select b.id, b.parentDepth from Branch b join Edit e on e.key.tree = b.tree
                        and e.key.branch = b.id and e.key.depth = b.parentDepth + 1 and e.countDelta < 0
                        where b.parent = :branch and b.parentDepth between :from and :to and b.tree = :own""",
                        Object[].class)
                .setParameter("branch", top.branch())
                .setParameter("from", top.depth())
                .setParameter("to", end)
                .setParameter("own", rows.tree)
                .getResultList()
                .stream()
                .map(row -> new Position((Long) row[0], (Integer) row[1] + 1))
                .toList();
    }
}
