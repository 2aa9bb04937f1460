package dev.coppice.message;

/**
 * A live message as the readers of one tree see it, without its body.
 *
 * @param seq its sequence number, positive for a deleted row too
 * @param createdAt epoch milliseconds
 * @param version for its ETag
 * @param bytesAbove bytes of the path above it, as first written
 */
record MessageRow(
        Position position,
        String id,
        long seq,
        String role,
        int bytes,
        int tokens,
        long createdAt,
        int version,
        String preview,
        long bytesAbove) {
    /** The select list of queries for this record, of message {@code m}. */
    static final String COLUMNS =
            """
            m.position.branch, m.position.depth, m.messageId, m.seq, m.role, m.bytes, m.tokens, m.createdAt,
            m.version, m.preview, m.pathBytes - m.bytes""";

    static MessageRow of(Object[] column) {
        return new MessageRow(
                new Position((Long) column[0], (Integer) column[1]),
                (String) column[2],
                Math.abs((Long) column[3]),
                (String) column[4],
                (Integer) column[5],
                (Integer) column[6],
                (Long) column[7],
                (Integer) column[8],
                (String) column[9],
                (Long) column[10]);
    }

    /** The same message with an edit applied. */
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

    /** An edit without its body. */
    record EditRow(
            Position position,
            boolean deletion,
            String role,
            int bytes,
            int tokens,
            long createdAt,
            int version,
            String preview) {
        static final String COLUMNS =
                """
                e.key.branch, e.key.depth, e.countDelta, e.role, e.bytes, e.tokens, e.createdAt, e.version,
                e.preview""";

        static EditRow of(Object[] column) {
            return new EditRow(
                    new Position((Long) column[0], (Integer) column[1]),
                    (Integer) column[2] < 0,
                    (String) column[3],
                    (Integer) column[4],
                    (Integer) column[5],
                    (Long) column[6],
                    (Integer) column[7],
                    (String) column[8]);
        }
    }
}
