package dev.coppice.message;

/**
 * A live message as the readers of one tree see it, without its body. Queries select into it, so its types are exactly
 * those of the columns.
 *
 * @param seq its sequence number, positive for a deleted row too
 * @param createdAt epoch milliseconds
 * @param version for its ETag
 * @param bytesAbove bytes of the path above it, as first written
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
    /** The select list of queries for this record, of message {@code m}. */
    static final String COLUMNS =
            """
            m.position, m.messageId, m.seq, m.role, m.bytes, m.tokens, m.createdAt,
            m.version, m.preview, m.pathBytes - m.bytes""";

    MessageRow {
        seq = Math.abs(seq); // the row of a deleted message has a negative one
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
            Long branch,
            Integer depth,
            Integer countDelta,
            String role,
            Integer bytes,
            Integer tokens,
            Long createdAt,
            Integer version,
            String preview) {
        /** The select list of queries for this record, of edit {@code e}. */
        static final String COLUMNS =
                """
                e.key.branch, e.key.depth, e.countDelta, e.role, e.bytes, e.tokens, e.createdAt, e.version,
                e.preview""";

        Position position() {
            return new Position(branch, depth);
        }

        /** True when the edit deletes the message. */
        boolean deletion() {
            return countDelta < 0;
        }
    }
}
