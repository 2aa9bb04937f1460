package dev.coppice.message;

import jakarta.persistence.EntityManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.Session;

/**
 * A message as the readers of one tree see it: with edits applied, and without its body. A deleted message has no
 * object of this type. JPQL queries construct it, so the types of its components must match the columns.
 *
 * @param position position of the message's row
 * @param id id of the message
 * @param seq the message's sequence number; always positive, although the row stores a negative number if the message
 *     was deleted in the tree that it was written in
 * @param role value of the message's member {@code role}, such as {@code user}
 * @param bytes size of the body in bytes
 * @param tokens tokens of the message
 * @param createdAt time of the message in milliseconds since the epoch
 * @param version the message's version, used as its ETag
 * @param preview one line with the beginning of the message's first text; empty if it has no text
 * @param bytesAbove bytes of all rows above this one on its path, as first written
 */
record MessageRow(
        Position position,
        String id,
        Long seq,
        String role,
        Integer bytes,
        Integer tokens,
        Long createdAt,
        Integer version,
        String preview,
        Long bytesAbove) {
    /** Select list of JPQL queries for {@link MessageRow}; the alias {@code m} is the message. */
    static final String COLUMNS =
            """
            m.position, m.messageId, m.seq, m.role, m.bytes, m.tokens, m.createdAt,
            m.version, m.preview, m.pathBytes - m.bytes""";

    private static final String UPWARDS =
            """
            select depth, message_id, seq, role, bytes, tokens, created_at, version, preview, path_bytes - bytes
            from message where branch_id = ? and depth between ? and ? order by branch_id, depth desc""";

    MessageRow {
        seq = Math.abs(seq); // negative in the row of a deleted message, which forks may still read
    }

    /**
     * Returns the messages of a branch from depth {@code from} to depth {@code to}, both inclusive, the deepest first.
     * Edits are not applied. A request for a part of a history selects its messages from these rows. So this method
     * uses JDBC: Hibernate would take longer to read the rows than the database itself.
     */
    static List<MessageRow> upwards(EntityManager em, long branch, int from, int to) {
        return em.unwrap(Session.class).doReturningWork(connection -> {
            try (var select = connection.prepareStatement(UPWARDS)) {
                select.setLong(1, branch);
                select.setInt(2, from);
                select.setInt(3, to);
                var found = new ArrayList<MessageRow>();
                try (var row = select.executeQuery()) {
                    while (row.next()) {
                        found.add(of(branch, row));
                    }
                }
                return found;
            }
        });
    }

    private static MessageRow of(long branch, ResultSet row) throws SQLException {
        return new MessageRow(
                new Position(branch, row.getInt(1)),
                row.getString(2),
                row.getLong(3),
                row.getString(4),
                row.getInt(5),
                row.getInt(6),
                row.getLong(7),
                row.getInt(8),
                row.getString(9),
                row.getLong(10));
    }

    /**
     * Returns a copy of this message with the values of an edit applied. The edit must be an update, not a deletion.
     */
    MessageRow withEdit(EditRow edit) {
        return new MessageRow(
                position,
                id,
                seq,
                edit.role(),
                edit.bytes(),
                edit.tokens(),
                edit.createdAt(),
                edit.version(),
                edit.preview(),
                bytesAbove);
    }

    /**
     * An edit of a message, without the new body: the columns of {@link Edit} that {@link MessageRow} needs. Branch and
     * depth are the message's position. If the edit deletes the message, {@code countDelta} is -1 and {@code role} is
     * null; otherwise {@code countDelta} is 0 and the other components are those of the new body.
     */
    record EditRow(
            Long branch,
            Integer depth,
            Integer countDelta,
            String role,
            Integer bytes,
            Integer tokens,
            Long createdAt,
            Integer version,
            String preview) {
        /** Select list of JPQL queries for {@link EditRow}; the alias {@code e} is the edit. */
        static final String COLUMNS =
                """
                e.key.branch, e.key.depth, e.countDelta, e.role, e.bytes, e.tokens, e.createdAt, e.version,
                e.preview""";

        Position position() {
            return new Position(branch, depth);
        }

        /** True if the edit deletes the message, false if it updates the message. */
        boolean deletion() {
            return countDelta < 0;
        }
    }
}
