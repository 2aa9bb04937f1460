package dev.coppice.session;

import dev.coppice.agent.CompactBy;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The columns of a session's row, read by JDBC. The result must be the same as if Hibernate had read the row; the test
 * {@code SessionRowIT} checks this. Each component after {@code version} is a group of columns.
 *
 * @param id database id of the row
 * @param tenant database id of the tenant
 * @param namespace database id of the namespace
 * @param sessionId the session id
 * @param tree database id of the session's tree
 * @param version the session's version, its ETag
 */
record SessionRow(
        long id,
        int tenant,
        long namespace,
        String sessionId,
        long tree,
        long version,
        Origin origin,
        Description description,
        Usage usage,
        Lifetime lifetime,
        Counters counters,
        Head head,
        OverlayTotals overlays,
        WriterState writerState) {
    /**
     * SQL query for a session's row. Its parameters are the database id of the namespace, and the session id.
     * {@link #read} depends on the order of the columns.
     */
    static final String BY_NAME =
            """
            select id, tenant_id, namespace_id, session_id, tree_id, version,
            agent, source, user_id, type, parent_session_id, forked_at_message_id,
            name, model, metadata, max_messages, compact_after, compact_by,
            input_tokens, output_tokens, cached_tokens, reasoning_tokens, cost,
            created_at, updated_at, ttl_seconds, expires_at, ended_at, end_reason, importing,
            next_seq, message_count, edits, trimmed,
            leaf_branch, leaf_depth, leaf_id, leaf_tip, leaf_path_tokens, leaf_path_bytes, tokens, path_length,
            overlays, overlay_tokens, prompt_tokens, compacting_until, reported_tokens
            from session where namespace_id = ? and session_id = ?""";

    static SessionRow read(ResultSet row) throws SQLException {
        var next = new Columns(row);
        return new SessionRow(
                next.number(),
                next.integer(),
                next.number(),
                next.text(),
                next.number(),
                next.number(),
                new Origin(next.text(), next.text(), next.text(), next.text(), next.text(), next.text()),
                new Description(
                        next.text(),
                        next.text(),
                        next.bytes(),
                        next.integerOrNull(),
                        next.integerOrNull(),
                        next.compactBy()),
                new Usage(next.number(), next.number(), next.number(), next.number(), next.decimal()),
                new Lifetime(
                        next.number(),
                        next.number(),
                        next.numberOrNull(),
                        next.numberOrNull(),
                        next.numberOrNull(),
                        next.text(),
                        next.flag()),
                new Counters(next.number(), next.integer(), next.integer(), next.flag()),
                new Head(
                        next.numberOrNull(),
                        next.integerOrNull(),
                        next.text(),
                        next.flag(),
                        next.number(),
                        next.number(),
                        next.number(),
                        next.integer()),
                new OverlayTotals(next.integer(), next.number()),
                new WriterState(next.number(), next.numberOrNull(), next.numberOrNull()));
    }

    /** Reads the columns of one row one after another: each call reads the next column. */
    private static final class Columns {
        private final ResultSet row;
        private int last;

        Columns(ResultSet row) {
            this.row = row;
        }

        long number() throws SQLException {
            return row.getLong(++last);
        }

        Long numberOrNull() throws SQLException {
            long value = row.getLong(++last);
            return row.wasNull() ? null : (Long) value;
        }

        int integer() throws SQLException {
            return row.getInt(++last);
        }

        Integer integerOrNull() throws SQLException {
            int value = row.getInt(++last);
            return row.wasNull() ? null : (Integer) value;
        }

        boolean flag() throws SQLException {
            return row.getBoolean(++last);
        }

        String text() throws SQLException {
            return row.getString(++last);
        }

        byte[] bytes() throws SQLException {
            return row.getBytes(++last);
        }

        BigDecimal decimal() throws SQLException {
            return row.getBigDecimal(++last);
        }

        CompactBy compactBy() throws SQLException {
            var name = text();
            return name == null ? null : CompactBy.valueOf(name);
        }
    }
}
