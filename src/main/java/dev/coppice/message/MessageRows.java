package dev.coppice.message;

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
 * The rows of a tree with its edits laid over them. Rows are always read before edits: an edit that comes between is
 * then seen, and a text that was wiped meanwhile is never shown empty. For one transaction.
 */
final class MessageRows {
    /** True for rows of message {@code m} that were not deleted for the readers of {@code :tree}. */
    static final String LIVING =
            """
             not exists (select 1 from Edit d where d.key.tree = :tree and d.key.branch = m.position.branch
            and d.key.depth = m.position.depth and d.countDelta < 0)""";

    /** True for rows of message {@code m} that the readers of {@code :tree} have not let go of. */
    static final String KEPT =
            """
             not exists (select 1 from RetentionCutoff k where k.key.tree = :tree and k.key.branch = m.position.branch
            and k.depth >= m.position.depth)""";

    /** Ids a statement. */
    private static final int NAMES = 64;

    final EntityManager em;
    final long tree;
    final boolean hasEdits;
    final boolean trimmed;

    MessageRows(EntityManager em, Session session) {
        this.em = em;
        this.tree = session.tree();
        this.hasEdits = session.hasEdits();
        this.trimmed = session.isTrimmed();
    }

    /** A condition on message {@code m} that holds for rows that were not let go of; for those that lie on no known path. */
    String kept() {
        return trimmed ? " and" + KEPT : "";
    }

    /** A condition on message {@code m} that holds for living ones; empty while nothing was ever edited. */
    String living() {
        return hasEdits ? " and" + LIVING : "";
    }

    /** A query of rows; the condition may use {@code :tree} if {@link #living} is part of it. */
    TypedQuery<Object[]> query(String condition) {
        return query("Message m", condition);
    }

    TypedQuery<Object[]> query(String from, String condition) {
        var query = em.createQuery(
                "select " + MessageRow.COLUMNS + " from " + from + " where " + condition, Object[].class);
        if (condition.contains(":tree")) {
            query.setParameter("tree", tree);
        }
        return query;
    }

    /** Rows of a query, living ones or not, as edits left them; deleted ones are left out. */
    List<MessageRow> read(TypedQuery<Object[]> query) {
        var rows = query.getResultList().stream().map(MessageRow::of).toList();
        return hasEdits && !rows.isEmpty() ? edited(rows) : rows;
    }

    Optional<MessageRow> first(TypedQuery<Object[]> query) {
        return read(query.setMaxResults(1)).stream().findFirst();
    }

    /** True when there is no row at a position, living or not. */
    boolean isEmpty(Position position) {
        return em.createQuery(
                        "select m.seq from Message m where m.position.branch = :branch and m.position.depth = :depth",
                        Long.class)
                .setParameter("branch", position.branch())
                .setParameter("depth", position.depth())
                .getResultList()
                .isEmpty();
    }

    Optional<MessageRow> at(Position position) {
        return first(query("m.position.branch = :branch and m.position.depth = :depth")
                .setParameter("branch", position.branch())
                .setParameter("depth", position.depth()));
    }

    /**
     * The rows of a tree that have some ids.
     *
     * @param condition that holds besides, with its {@code and}, or empty
     */
    List<MessageRow> named(long source, Collection<String> ids, String condition) {
        var rows = new ArrayList<MessageRow>();
        var rest = List.copyOf(ids);
        for (int from = 0; from < rest.size(); from += NAMES) {
            var names = rest.subList(from, Math.min(rest.size(), from + NAMES));
            int terms = names.size() == 1 ? 1 : Integer.highestOneBit(names.size() - 1) << 1;
            var text = new StringBuilder();
            for (int i = 0; i < terms; i++) {
                text.append(i == 0 ? "" : " union all ")
                        .append("select " + MessageRow.COLUMNS
                                + " from Message m where m.tree = :source and m.messageId = :n" + i)
                        .append(condition);
            }
            var query = em.createQuery(text.toString(), Object[].class).setParameter("source", source);
            for (int i = 0; i < terms; i++) {
                query.setParameter("n" + i, names.get(Math.min(i, names.size() - 1)));
            }
            rows.addAll(read(query));
        }
        return rows;
    }

    private List<MessageRow> edited(List<MessageRow> rows) {
        var changes = changes(rows.stream().map(MessageRow::position).toList());
        if (changes.isEmpty()) {
            return rows;
        }
        var merged = new ArrayList<MessageRow>(rows.size());
        for (var row : rows) {
            var change = changes.get(row.position());
            if (change == null) {
                merged.add(row);
            } else if (!change.deletion()) {
                merged.add(row.edited(change));
            }
        }
        return merged;
    }

    /** The edits of some positions. */
    Map<Position, MessageRow.Change> changes(Collection<Position> positions) {
        var changes = new HashMap<Position, MessageRow.Change>();
        for (var piece : RangeQuery.of(positions)) {
            for (var row : edits("select " + MessageRow.Change.COLUMNS, piece)) {
                var change = MessageRow.Change.of(row);
                changes.put(change.position(), change);
            }
        }
        return changes;
    }

    /** The bodies of some living rows; what was deleted meanwhile is left out. */
    Map<Position, byte[]> bodies(Collection<Position> positions) {
        var bodies = new HashMap<Position, byte[]>();
        for (var piece : RangeQuery.of(positions)) {
            for (var row : messages("select m.position.branch, m.position.depth, m.body", piece, "")) {
                bodies.put(new Position((Long) row[0], (Integer) row[1]), (byte[]) row[2]);
            }
        }
        if (hasEdits || bodies.values().stream().anyMatch(body -> body.length == 0)) {
            bodies.putAll(editedBodies(positions));
            bodies.values().removeIf(body -> body.length == 0);
        }
        return bodies;
    }

    /** The bodies that edits gave to some positions; empty where one deleted the message. */
    Map<Position, byte[]> editedBodies(Collection<Position> positions) {
        var bodies = new HashMap<Position, byte[]>();
        for (var piece : RangeQuery.of(positions)) {
            for (var row : edits("select e.key.branch, e.key.depth, e.body", piece)) {
                bodies.put(
                        new Position((Long) row[0], (Integer) row[1]), row[2] == null ? new byte[0] : (byte[]) row[2]);
            }
        }
        return bodies;
    }

    /** Selects from messages {@code m} of some ranges. */
    List<Object[]> messages(String select, Path piece, String condition) {
        var query = RangeQuery.query(
                em, select + " from Message m", "m.position.branch", "m.position.depth", piece, condition);
        return (condition.contains(":tree") ? query.setParameter("tree", tree) : query).getResultList();
    }

    /** Selects from this tree's edits {@code e} of some ranges. */
    List<Object[]> edits(String select, Path piece) {
        return RangeQuery.query(
                        em, select + " from Edit e", "e.key.branch", "e.key.depth", piece, " and e.key.tree = :tree")
                .setParameter("tree", tree)
                .getResultList();
    }

    /** What edits add to the tokens and to the length of a path. */
    record Sums(long tokens, int count) {}

    /** The sums of the edits on a path; one index range a branch, some branches a statement. */
    Sums sums(Path path) {
        if (!hasEdits) {
            return new Sums(0, 0);
        }
        long tokens = 0;
        long count = 0;
        for (var piece : path.pieces(RangeQuery.MAX)) {
            for (var row : edits("select sum(e.tokensDelta), sum(e.countDelta)", piece)) {
                tokens += row[0] == null ? 0 : (Long) row[0];
                count += row[1] == null ? 0 : (Long) row[1];
            }
        }
        return new Sums(tokens, (int) count);
    }
}
