package dev.coppice.message;

import dev.coppice.db.JdbcReads;
import dev.coppice.session.Session;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Reads the leaf of a session (the message appended last) with its place in the tree, with one JDBC query and without a
 * transaction. Works only for usual sessions: those that have no edits (updated or deleted messages), no messages
 * beyond retention (removed by the limit {@code maxMessages}), and a leaf that is not inherited. For all other
 * sessions, {@link Entries} runs several queries.
 */
final class LeafReader {
    /**
     * SQL query with the columns that {@link #entry} reads. The leaf's parent is the row above on the same branch. For
     * the first row of a branch, the parent is the row that the branch follows.
     */
    private static final String QUERY =
            """
            select m.message_id, m.tokens, m.created_at, m.version, m.body,
            (select a.message_id from message a where a.branch_id = m.branch_id and a.depth = m.depth - 1),
            (select p.message_id from message p where p.branch_id = b.parent_id and p.depth = b.parent_depth),
            (select count(*) from message n where n.branch_id = m.branch_id and n.depth = m.depth + 1),
            (select count(*) from branch c
                where c.tree_id = b.tree_id and c.parent_id = m.branch_id and c.parent_depth = m.depth)
            from message m join branch b on b.id = m.branch_id
            where m.branch_id = ? and m.depth = ? and m.gone = 0 and b.tree_id = ?""";

    private LeafReader() {}

    /**
     * Returns the leaf of a session (the message appended last). Empty if the session has no leaf, if it has edits or
     * messages beyond retention, if the leaf is inherited, if a transaction is running on this thread, or if, after
     * {@code session} was read, the leaf was deleted or its body was wiped because of an edit.
     *
     * @param session the session's row as read before
     */
    static Optional<Entry> read(JdbcReads jdbc, Session session) {
        var leaf = session.leaf();
        if (leaf == null || session.hasEdits() || session.isTrimmed() || !jdbc.isPossible()) {
            return Optional.empty();
        }
        return jdbc.first(QUERY, row -> entry(row, leaf.depth()), leaf.branch(), leaf.depth(), session.tree())
                .filter(entry -> entry.bytes() > 0); // empty if the message was deleted or updated meanwhile
    }

    private static Entry entry(ResultSet row, int depth) throws SQLException {
        var body = row.getBytes(5);
        var above = row.getString(6);
        return new Entry(
                row.getString(1),
                above == null ? row.getString(7) : above,
                depth,
                row.getInt(2),
                body.length,
                row.getLong(3),
                row.getInt(8) + row.getInt(9),
                body,
                row.getInt(4));
    }
}
