package dev.coppice.message;

import dev.coppice.session.Session;
import jakarta.persistence.EntityManager;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the edits (updates and deletes of messages) that are stored for a tree. {@link MessageRows} applies them to
 * rows. For one read or one transaction; not thread-safe.
 */
final class EditReader {
    private final EntityManager em;
    private final Session session;
    private final long tree;

    EditReader(EntityManager em, Session session) {
        this.em = em;
        this.session = session;
        this.tree = session.tree();
    }

    /**
     * Returns this tree's edits of the messages at the given positions, by position. Positions without an edit are left
     * out.
     */
    Map<Position, MessageRow.EditRow> at(Collection<Position> positions) {
        var edits = new HashMap<Position, MessageRow.EditRow>();
        for (var piece : RangeQuery.ranges(positions)) {
            for (var edit : select(MessageRow.EditRow.class, MessageRow.EditRow.COLUMNS, piece)) {
                edits.put(edit.position(), edit);
            }
        }
        return edits;
    }

    record BodyRow(Long branch, Integer depth, byte[] body) {}

    /**
     * Returns the new bodies that edits of this tree store for the messages at the given positions. The body is an
     * empty array if the edit deletes the message. Positions without an edit are left out.
     */
    Map<Position, byte[]> bodies(Collection<Position> positions) {
        var bodies = new HashMap<Position, byte[]>();
        for (var piece : RangeQuery.ranges(positions)) {
            for (var row : select(BodyRow.class, "e.key.branch, e.key.depth, e.body", piece)) {
                bodies.put(new Position(row.branch(), row.depth()), row.body() == null ? new byte[0] : row.body());
            }
        }
        return bodies;
    }

    /**
     * Selects columns of this tree's edits of the messages on a part of a path. Returns one object per edit, or one per
     * range of {@code piece} if the columns are sums, in no particular order.
     *
     * @param type record whose components match the columns
     * @param columns select list of the JPQL query, in which {@code e} is the {@link Edit}
     * @param piece at most {@link RangeQuery#MAX} ranges of rows
     */
    <T> List<T> select(Class<T> type, String columns, Path piece) {
        var select = "select " + columns + " from Edit e";
        return RangeQuery.query(em, type, select, "e.key.branch", "e.key.depth", piece, " and e.key.tree = :tree")
                .setParameter("tree", tree)
                .getResultList();
    }

    /**
     * How much the edits on a path change the path's tokens and number of messages.
     *
     * @param tokens tokens of the path with edits applied minus its tokens as first written
     * @param count number of messages that edits delete, as a negative number or 0
     */
    record Sums(long tokens, int count) {}

    /**
     * Sums of {@code tokensDelta} and {@code countDelta} over a range's edits; both are null if the range has no edit.
     */
    record SumRow(Long tokens, Long count) {}

    /**
     * Returns how much this tree's edits change the tokens and the number of messages of a path. One statement sums the
     * edits in up to {@link RangeQuery#MAX} ranges of the path. Needs no statement if the tree has no edit.
     */
    Sums sums(Path path) {
        if (!session.hasEdits()) {
            return new Sums(0, 0);
        }
        long tokens = 0;
        long count = 0;
        for (var piece : path.pieces(RangeQuery.MAX)) {
            for (var row : select(SumRow.class, "sum(e.tokensDelta), sum(e.countDelta)", piece)) {
                tokens += row.tokens() == null ? 0 : row.tokens();
                count += row.count() == null ? 0 : row.count();
            }
        }
        return new Sums(tokens, (int) count);
    }
}
