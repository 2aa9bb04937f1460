package dev.coppice.message;

import jakarta.persistence.EntityManager;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Finds the children of a message as the readers of a tree see them. The children are the next row of the message's
 * branch, and the first row of each other branch that begins after the message. In a fork, the inherited path may
 * continue on another branch after the message; then the first row there is a child too. For one read or one
 * transaction; not thread-safe.
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
     * Returns the children of a message in the order of appending. In place of a deleted child, returns its own
     * children. The cost grows with the number of deleted messages directly below the message.
     *
     * @param parent position of the message
     * @param after a message's sequence number (order of appending); only children with a higher one are returned; 0
     *     for all
     * @param limit maximum number of children, inclusive
     */
    List<MessageRow> of(Position parent, long after, int limit) {
        var found = new ArrayList<MessageRow>();
        var open = new ArrayDeque<Position>();
        open.push(parent);
        while (!open.isEmpty()) {
            open.addAll(addChildren(open.pop(), after, limit, found));
        }
        return found.stream()
                .sorted(Comparator.comparingLong(MessageRow::seq))
                .limit(limit)
                .toList();
    }

    /**
     * Adds children of one message to {@code found}, but no deleted ones. If the message has more than {@code limit}
     * children, may leave out some, but none of the {@code limit} children that were appended first. Children of
     * deleted messages that directly follow on the same branch are added, too. Returns the positions of deleted
     * messages with which another branch begins; {@link #of} calls this method again for each of them, to add its
     * children in its place.
     *
     * @param top position of the message
     * @param after a sequence number; only children with a higher one are added
     * @param limit how many children the caller needs
     * @param found the children found so far; this method adds to it
     */
    private List<Position> addChildren(Position top, long after, int limit, List<MessageRow> found) {
        var next = nextOnBranch(top);
        next.filter(row -> row.seq() > after).ifPresent(found::add);
        // Branches that begin after the deleted rows directly below the parent contain children too. Without edits no
        // row is deleted.
        int end = !rows.hasEdits()
                ? top.depth()
                : next.map(row -> row.position().depth() - 1).orElse(Integer.MAX_VALUE);
        found.addAll(firstRowsOfBranches(top, end, after, limit));
        var deleted = new ArrayList<Position>();
        var crossing = crossing(top, end);
        var first = crossing.flatMap(rows::at);
        first.filter(row -> row.seq() > after).ifPresent(found::add);
        crossing.filter(row -> first.isEmpty()).ifPresent(deleted::add);
        if (rows.hasEdits()) {
            deleted.addAll(deletedFirstRows(top, end));
        }
        return deleted;
    }

    /**
     * Returns the first row of the other branch on which a fork's inherited path continues after it leaves the branch
     * of {@code top}. Empty if the path does not leave that branch after a row with a depth from {@code top}'s depth to
     * {@code end}, both inclusive.
     */
    private Optional<Position> crossing(Position top, int end) {
        int last = inheritedPath.lastVisibleDepth(top.branch());
        return last < top.depth() || last > end
                ? Optional.empty()
                : Optional.ofNullable(inheritedPath.crossings().get(new Position(top.branch(), last)));
    }

    /**
     * Returns the first messages of those branches of this tree that begin after a row of {@code top}'s branch at a
     * depth from {@code top}'s depth to {@code end}, both inclusive. Leaves out deleted messages.
     *
     * @param after only messages with a sequence number above this one are returned
     * @param limit maximum number of messages, inclusive
     */
    private List<MessageRow> firstRowsOfBranches(Position top, int end, long after, int limit) {
        boolean isSingleRow = end == top.depth();
        var query = rows.query(
                        "Branch b join Message m on m.position.branch = b.id and m.position.depth = b.parentDepth + 1",
                        "b.parent = :branch and b.parentDepth " + (isSingleRow ? "= :from" : "between :from and :to")
                                + " and b.tree = :own and b.firstSeq > :after" + rows.notDeleted()
                                + " order by " + (isSingleRow ? "b.parent, b.parentDepth, b.firstSeq" : "b.firstSeq"))
                .setParameter("branch", top.branch())
                .setParameter("from", top.depth())
                .setParameter("own", rows.tree)
                .setParameter("after", after);
        if (!isSingleRow) {
            query.setParameter("to", end);
        }
        if (limit < Integer.MAX_VALUE) {
            query.setMaxResults(limit);
        }
        return rows.read(query);
    }

    /**
     * Returns the first message below a position, on the same branch, that is not deleted and that the tree's readers
     * see; empty if there is none.
     */
    private Optional<MessageRow> nextOnBranch(Position position) {
        int last = inheritedPath.lastVisibleDepth(position.branch());
        return rows.first(
                rows.query("m.position.branch = :branch and m.position.depth > :depth and m.position.depth <= :last"
                                + rows.notDeleted() + " order by m.position.branch, m.position.depth")
                        .setParameter("branch", position.branch())
                        .setParameter("depth", position.depth())
                        .setParameter("last", last));
    }

    record DeletedFirstRow(Long branch, Integer parentDepth) {}

    /**
     * Returns the positions of deleted messages that are the first message of their branch. Examines the branches of
     * this tree that begin after a row of {@code top}'s branch at a depth from {@code top}'s depth to {@code end}, both
     * inclusive.
     *
     * @param top position of the first row after which the branches may begin
     * @param end depth of the last such row, inclusive
     */
    private List<Position> deletedFirstRows(Position top, int end) {
        return em
                .createQuery(
                        """
                        select b.id, b.parentDepth from Branch b join Edit e on e.key.tree = b.tree
                        and e.key.branch = b.id and e.key.depth = b.parentDepth + 1 and e.countDelta < 0
                        where b.parent = :branch and b.parentDepth between :from and :to and b.tree = :own""",
                        DeletedFirstRow.class)
                .setParameter("branch", top.branch())
                .setParameter("from", top.depth())
                .setParameter("to", end)
                .setParameter("own", rows.tree)
                .getResultList()
                .stream()
                .map(row -> new Position(row.branch(), row.parentDepth() + 1))
                .toList();
    }
}
