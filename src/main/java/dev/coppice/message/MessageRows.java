package dev.coppice.message;

import dev.coppice.Ids;
import dev.coppice.session.Session;
import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads message rows of a tree and applies the tree's edits (updates and deletes). A message is beyond retention if the
 * limit {@code maxMessages} has removed it. Rows are always read before edits. So no message is shown without a body,
 * even if a concurrent request wipes the row's body and stores an edit. For one read or one transaction; not
 * thread-safe.
 */
final class MessageRows {
    /** JPQL condition: no edit of the tree {@code :tree} deletes the message {@code m}. */
    static final String NOT_DELETED =
            """
             not exists (select 1 from Edit d where d.key.tree = :tree and d.key.branch = m.position.branch
            and d.key.depth = m.position.depth and d.countDelta < 0)""";

    /** JPQL condition: the message {@code m} is not beyond retention for the readers of the tree {@code :tree}. */
    static final String RETAINED =
            """
             not exists (select 1 from RetentionCutoff k where k.key.tree = :tree and k.key.branch = m.position.branch
            and k.depth >= m.position.depth)""";

    /**
     * Maximum number of message ids in one statement. The statement has one {@code select} per id, so more ids would
     * make its text long.
     */
    private static final int IDS_PER_STATEMENT = 64;

    final EntityManager em;
    final long tree;
    final boolean trimmed;

    /** Reads the edits of the tree. */
    final EditReader edits;

    private final Session session;

    MessageRows(EntityManager em, Session session) {
        this.em = em;
        this.tree = session.tree();
        this.session = session;
        this.trimmed = session.isTrimmed();
        this.edits = new EditReader(em, session);
    }

    /** True if the tree has an edit, stored before or by the current transaction. */
    boolean hasEdits() {
        return session.hasEdits();
    }

    /**
     * Returns the condition {@link #RETAINED} with {@code and} before it, for queries that do not get their rows from a
     * path. Returns an empty text as long as no message of the tree is beyond retention.
     */
    String retained() {
        return trimmed ? " and" + RETAINED : "";
    }

    /**
     * Returns the condition {@link #NOT_DELETED} with {@code and} before it; an empty text as long as the tree has no
     * edit.
     */
    String notDeleted() {
        return hasEdits() ? " and" + NOT_DELETED : "";
    }

    /**
     * Creates a query for messages {@code m} that meet a JPQL condition. If the condition contains the parameter
     * {@code :tree}, as {@link #notDeleted} and {@link #retained} do, it is set to this tree.
     */
    TypedQuery<MessageRow> query(String condition) {
        return query("Message m", condition);
    }

    /**
     * Creates a query for messages {@code m} as {@link #query(String)} does, with another {@code from} clause, such as
     * a join.
     */
    TypedQuery<MessageRow> query(String from, String condition) {
        var query = em.createQuery(
                "select " + MessageRow.COLUMNS + " from " + from + " where " + condition, MessageRow.class);
        if (condition.contains(":tree")) {
            query.setParameter("tree", tree);
        }
        return query;
    }

    /**
     * Returns the messages of a branch from depth {@code from} to depth {@code to}, both inclusive, with edits applied,
     * the deepest first. Does not find rows that the current transaction has not flushed to the database yet.
     */
    List<MessageRow> upwards(long branch, int from, int to) {
        var rows = MessageRow.upwards(em, branch, from, to);
        return hasEdits() && !rows.isEmpty() ? applyEdits(rows) : rows;
    }

    /**
     * Runs a query and returns the messages that it finds, in the order of the query, with this tree's edits applied.
     * Messages that are deleted by an edit are left out.
     */
    List<MessageRow> read(TypedQuery<MessageRow> query) {
        var rows = query.getResultList();
        return hasEdits() && !rows.isEmpty() ? applyEdits(rows) : rows;
    }

    /**
     * Returns the first message that a query finds, with edits applied. Empty if the query finds none. Also empty if an
     * edit deletes the first message that the database returns; add {@link #notDeleted} to the query to skip deleted
     * messages.
     */
    Optional<MessageRow> first(TypedQuery<MessageRow> query) {
        return read(query.setMaxResults(1)).stream().findFirst();
    }

    /** True if the database has no row at a position. The row of a deleted message counts as a row. */
    boolean hasNoRowAt(Position position) {
        return em.createQuery(
                        "select m.seq from Message m where m.position.branch = :branch and m.position.depth = :depth",
                        Long.class)
                .setParameter("branch", position.branch())
                .setParameter("depth", position.depth())
                .getResultList()
                .isEmpty();
    }

    /**
     * Returns the message at a position, with edits applied. Empty if the message was deleted or purged, or never
     * existed.
     */
    Optional<MessageRow> at(Position position) {
        return first(query("m.position.branch = :branch and m.position.depth = :depth")
                .setParameter("branch", position.branch())
                .setParameter("depth", position.depth()));
    }

    /**
     * Returns the messages that were written in the tree {@code source} and have one of the ids, with edits applied.
     * Messages that an edit of this reader's tree deletes are left out.
     *
     * @param source id of the tree in which the messages were written
     * @param ids ids of messages
     * @param condition an additional JPQL condition that begins with {@code and}, or empty
     */
    List<MessageRow> withIds(long source, Collection<String> ids, String condition) {
        var rows = new ArrayList<MessageRow>();
        var rest = ids.stream().filter(Ids::isStorable).toList();
        for (int from = 0; from < rest.size(); from += IDS_PER_STATEMENT) {
            var part = rest.subList(from, Math.min(rest.size(), from + IDS_PER_STATEMENT));
            rows.addAll(read(byIds(source, part, condition)));
        }
        return rows;
    }

    private TypedQuery<MessageRow> byIds(long source, List<String> ids, String condition) {
        int terms = ids.size() == 1 ? 1 : Integer.highestOneBit(ids.size() - 1) << 1;
        var text = new StringBuilder();
        for (int i = 0; i < terms; i++) {
            text.append(i == 0 ? "" : " union all ")
                    .append("select " + MessageRow.COLUMNS
                            + " from Message m where m.tree = :source and m.messageId = :n" + i)
                    .append(condition);
        }
        var query = em.createQuery(text.toString(), MessageRow.class).setParameter("source", source);
        for (int i = 0; i < terms; i++) {
            query.setParameter("n" + i, ids.get(Math.min(i, ids.size() - 1)));
        }
        return query;
    }

    private List<MessageRow> applyEdits(List<MessageRow> rows) {
        var editsOfRows = edits.at(rows.stream().map(MessageRow::position).toList());
        if (editsOfRows.isEmpty()) {
            return rows;
        }
        var merged = new ArrayList<MessageRow>(rows.size());
        for (var row : rows) {
            var edit = editsOfRows.get(row.position());
            if (edit == null) {
                merged.add(row);
            } else if (!edit.deletion()) {
                merged.add(row.withEdit(edit));
            }
        }
        return merged;
    }

    record BodyRow(Position position, byte[] body) {}

    /**
     * Returns the bodies of the messages at the given positions, with edits applied. Deleted messages and positions
     * without a row are left out.
     */
    Map<Position, byte[]> bodies(Collection<Position> positions) {
        var bodies = new HashMap<Position, byte[]>();
        for (var piece : RangeQuery.ranges(positions)) {
            for (var row : selectMessages(BodyRow.class, "m.position, m.body", piece, "")) {
                bodies.put(row.position(), row.body());
            }
        }
        if (hasEdits() || bodies.values().stream().anyMatch(body -> body.length == 0)) {
            bodies.putAll(edits.bodies(positions));
            bodies.values().removeIf(body -> body.length == 0);
        }
        return bodies;
    }

    /**
     * Selects columns of the messages on a part of a path, without applying edits. Returns one object per message, in
     * no particular order.
     *
     * @param type record whose components match the columns
     * @param columns select list of the JPQL query, in which {@code m} is the {@link Message}
     * @param piece at most {@link RangeQuery#MAX} ranges of rows
     * @param condition an additional JPQL condition on {@code m} that begins with {@code and}, or empty; if it has a
     *     parameter {@code :tree}, that is set to this tree
     */
    <T> List<T> selectMessages(Class<T> type, String columns, Path piece, String condition) {
        var select = "select " + columns + " from Message m";
        var query = RangeQuery.query(em, type, select, "m.position.branch", "m.position.depth", piece, condition);
        return (condition.contains(":tree") ? query.setParameter("tree", tree) : query).getResultList();
    }
}
