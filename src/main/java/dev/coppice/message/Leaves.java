package dev.coppice.message;

import dev.coppice.api.Cursor;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the leaves of a session's tree: the messages without children, in the order in which their branches began. A
 * page of leaves examines a limited number of branches, so it may be short or empty although more pages follow. For one
 * read or one transaction; not thread-safe.
 */
final class Leaves {
    /** Name of this list in the cursors of its pages. */
    private static final String KIND = "leaves";

    /**
     * Number of branches that are examined for one page of leaves, after which the page ends, even if it is short and
     * more pages follow. It limits the time that a request takes.
     */
    private static final int MAX_BRANCHES = 1000;

    private final EntityManager em;
    private final TreeReader reader;

    Leaves(EntityManager em, TreeReader reader) {
        this.em = em;
        this.reader = reader;
    }

    /**
     * A page of leaves.
     *
     * @param rows the leaves; on the first page of a fork, the first one may be the leaf of the inherited path
     * @param inherited number of leaves of the inherited path in {@code rows}, 0 or 1
     * @param nextCursor cursor of the next page; null on the last page
     */
    record LeafRows(List<MessageRow> rows, int inherited, String nextCursor) {
        /**
         * Returns the cursor of the page that follows the first {@code size} leaves of this page; null if none follows.
         */
        String nextCursor(int size) {
            if (size == rows.size()) {
                return nextCursor;
            }
            // The branch of an inherited leaf belongs to another tree.
            long last = size == inherited ? 0 : rows.get(size - 1).position().branch();
            return Cursor.of(KIND, last);
        }
    }

    /**
     * Returns a page of at most {@code limit} leaves. {@code cursor} is null for the first page, else
     * {@code nextCursor} of the page before. Throws 400 {@code malformed} if the cursor belongs to another list.
     */
    LeafRows page(int limit, String cursor) {
        long after = cursor == null ? 0 : Cursor.read(KIND, 1, cursor)[0];
        var leaves = new ArrayList<MessageRow>();
        if (cursor == null) {
            // The leaf of a fork's inherited path comes first, because the fork's own branches began later.
            reader.lastInherited().filter(this::hasNoChildren).ifPresent(leaves::add);
        }
        int inherited = leaves.size();
        boolean end = false;
        for (int examined = 0; examined < MAX_BRANCHES && leaves.size() < limit && !end; ) {
            var branches = branches(after, limit);
            examined += branches.size();
            end = branches.size() < limit;
            addTips(branches, limit, leaves);
            after = end ? after : branches.get(branches.size() - 1);
            if (leaves.size() == limit) {
                long last = leaves.get(limit - 1).position().branch();
                end = end && last == branches.get(branches.size() - 1);
                after = last;
            }
        }
        return new LeafRows(leaves, inherited, end ? null : Cursor.of(KIND, after));
    }

    /**
     * Adds to {@code leaves} the last message of each of the given branches, if this message has no children. Ends when
     * {@code leaves} contains {@code limit} messages.
     */
    private void addTips(List<Long> branches, int limit, List<MessageRow> leaves) {
        var tips = branches.stream()
                .flatMap(branch -> reader.lastOnBranch(branch).stream())
                .toList();
        var children = new ParentsAndChildren(em, reader)
                .childCounts(tips.stream().map(MessageRow::position).toList());
        for (var tip : tips) {
            if (children.getOrDefault(tip.position(), 0) == 0 && leaves.size() < limit) {
                leaves.add(tip);
            }
        }
    }

    private boolean hasNoChildren(MessageRow row) {
        return new ParentsAndChildren(em, reader)
                .childCounts(List.of(row.position()))
                .isEmpty();
    }

    private List<Long> branches(long after, int limit) {
        return em.createQuery(
                        "select b.id from Branch b where b.tree = :tree and b.id > :after order by b.tree, b.id",
                        Long.class)
                .setParameter("tree", reader.rows.tree)
                .setParameter("after", after)
                .setMaxResults(limit)
                .getResultList();
    }
}
