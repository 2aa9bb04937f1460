package dev.coppice.message;

import dev.coppice.db.Results;
import dev.coppice.session.Session;
import jakarta.persistence.EntityManager;
import java.util.Optional;

/**
 * Reads the leaf of a session (the message appended last) with its place in the tree, by one query. Works only for a
 * session without edits, without messages hidden by retention and with a leaf that is not inherited, as is usual. For
 * other sessions, {@link Entries} uses several queries.
 */
final class LeafReader {
    /**
     * JPQL query for {@link Row}. The leaf's parent is the row above on the same branch. For the first row of a branch,
     * it is the row that the branch follows.
     */
    private static final String QUERY =
            """
            select m.messageId, m.tokens, m.createdAt, m.version, m.body,
            (select a.messageId from Message a
                where a.position.branch = m.position.branch and a.position.depth = m.position.depth - 1),
            (select p.messageId from Message p
                where p.position.branch = b.parent and p.position.depth = b.parentDepth),
            (select count(*) from Message n
                where n.position.branch = m.position.branch and n.position.depth = m.position.depth + 1),
            (select count(*) from Branch c
                where c.tree = b.tree and c.parent = m.position.branch and c.parentDepth = m.position.depth)
            from Message m join Branch b on b.id = m.position.branch
            where m.position.branch = :branch and m.position.depth = :depth and m.gone = 0 and b.tree = :tree""";

    /**
     * The row of a session's leaf, with what is needed to know its place in the tree.
     *
     * @param above message id of the row above on the same branch; null if the leaf is the first row of its branch
     * @param beforeBranch message id of the row that the branch follows; null if the branch begins with a root
     * @param next number of rows below on the same branch: 0 or 1
     * @param branches number of branches that begin after the leaf
     */
    record Row(
            String id,
            Integer tokens,
            Long createdAt,
            Integer version,
            byte[] body,
            String above,
            String beforeBranch,
            Long next,
            Long branches) {}

    private LeafReader() {}

    /**
     * Returns the leaf of a session (the message appended last). Empty if the session needs several queries, has no
     * leaf, or was changed since it was read.
     *
     * @param session the session's row as read before
     */
    static Optional<Entry> read(EntityManager em, Session session) {
        var leaf = session.leaf();
        if (leaf == null || session.hasEdits() || session.isTrimmed()) {
            return Optional.empty();
        }
        return Results.first(em.createQuery(QUERY, Row.class)
                        .setParameter("branch", leaf.branch())
                        .setParameter("depth", leaf.depth())
                        .setParameter("tree", session.tree()))
                .filter(row -> row.body().length > 0) // empty if the message was deleted or updated meanwhile
                .map(row -> entry(row, leaf.depth()));
    }

    private static Entry entry(Row row, int depth) {
        return new Entry(
                row.id(),
                row.above() == null ? row.beforeBranch() : row.above(),
                depth,
                row.tokens(),
                row.body().length,
                row.createdAt(),
                Math.toIntExact(row.next() + row.branches()),
                row.body(),
                row.version());
    }
}
