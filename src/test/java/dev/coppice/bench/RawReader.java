package dev.coppice.bench;

import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Databases;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;

/** A connection that reads ranges of rows as the server does. Not thread-safe. */
final class RawReader implements AutoCloseable {

    private static final int RANGES = 100;
    private static final String RANGE = "select body from %s where branch_id = ? and depth between ? and ?";

    private final Connection connection;
    private final PreparedStatement range;
    private final PreparedStatement ranges;

    private RawReader(Connection connection, String table) throws SQLException {
        this.connection = connection;
        var one = RANGE.formatted(table);
        range = connection.prepareStatement(one + " order by depth");
        ranges = connection.prepareStatement(String.join(" union all ", Collections.nCopies(RANGES, one)));
    }

    static RawReader of(RawDatabase database) throws SQLException {
        return new RawReader(database.open(), "bench_message");
    }

    /** Reads the server's own rows. Not for H2, whose file the server locks. */
    static RawReader of(CoppiceServer server) throws SQLException {
        return new RawReader(RawDatabase.prepared(Databases.connect(server)), "message");
    }

    /** Returns the branch of a session of the server that has only one. */
    long branch(String sessionId) throws SQLException {
        try (var statement = connection.prepareStatement("select leaf_branch from session where session_id = ?")) {
            statement.setString(1, sessionId);
            try (var rows = statement.executeQuery()) {
                rows.next();
                return rows.getLong(1);
            }
        } finally {
            connection.rollback();
        }
    }

    /** Reads the bodies of a range. @return the number of rows */
    int history(long branch, int from, int to) throws SQLException {
        range.setLong(1, branch);
        range.setInt(2, from);
        range.setInt(3, to);
        return read(range);
    }

    /** Reads a path of one message per branch, 100 ranges per statement. */
    int comb(long first, int branches) throws SQLException {
        int read = branches(first);
        for (int i = 0; i + RANGES <= branches; i += RANGES) {
            for (int k = 0; k < RANGES; k++) {
                ranges.setLong(3 * k + 1, first + i + k);
                ranges.setInt(3 * k + 2, i + k);
                ranges.setInt(3 * k + 3, i + k);
            }
            read += read(ranges);
        }
        return read;
    }

    private int branches(long tree) throws SQLException {
        int count = 0;
        try (var statement =
                connection.prepareStatement("select id, parent_id, parent_depth from bench_branch where tree_id = ?")) {
            statement.setLong(1, tree);
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    count += rows.getLong(1) >= 0 && rows.getLong(2) >= 0 && rows.getInt(3) >= -1 ? 1 : 0;
                }
            }
        }
        return count;
    }

    /** Reads the next message of the branch and the first message of each branch that starts here. */
    int children(long branch, int depth) throws SQLException {
        try (var statement = connection.prepareStatement(
                """
                select body, seq from bench_message where branch_id = ? and depth = ?
                union all
                select m.body, m.seq from bench_branch b join bench_message m on m.branch_id = b.id and m.depth = ?
                where b.parent_id = ? and b.parent_depth = ? order by 2
                """)) {
            statement.setLong(1, branch);
            statement.setInt(2, depth + 1);
            statement.setInt(3, depth + 1);
            statement.setLong(4, branch);
            statement.setInt(5, depth);
            return read(statement);
        }
    }

    /** Reads ten sessions before a position, most recent first. In this form H2, too, takes the order from the index. */
    int page(long namespace, long updatedAt, long id) throws SQLException {
        try (var statement = connection.prepareStatement(
                """
                select session_id, next_seq, leaf_depth, tokens, version, updated_at from bench_session
                where namespace_id = ? and updated_at <= ? and (updated_at < ? or id < ?)
                order by namespace_id, updated_at desc, id desc limit 11
                """)) {
            statement.setLong(1, namespace);
            statement.setLong(2, updatedAt);
            statement.setLong(3, updatedAt);
            statement.setLong(4, id);
            return read(statement);
        }
    }

    private int read(PreparedStatement statement) throws SQLException {
        int count = 0;
        try (var rows = statement.executeQuery()) {
            while (rows.next()) {
                count += rows.getBytes(1).length > 0 ? 1 : 0;
            }
        }
        connection.commit();
        return count;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
