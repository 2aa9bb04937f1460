package dev.coppice.contract;

import dev.coppice.support.Databases;
import dev.coppice.support.SharedServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** Counts rows in the tables of the shared server. Not on H2, whose file is locked by its server. */
final class Tables {
    /** Tables whose rows belong to a tree. */
    private static final List<String> OF_TREES =
            List.of("branch", "message", "edit", "old_text", "overlay", "trim_line", "skill_load");

    private static Connection connection;

    static {
        // PostgreSQL, which ends with this JVM, waits for its clients first.
        Runtime.getRuntime().addShutdownHook(new Thread(Tables::close, "close tables"));
    }

    private Tables() {}

    private static synchronized void close() {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    static long count(String sql) throws SQLException {
        return query(sql, row -> row.getLong(1)).get(0);
    }

    /** The id of the newest tree; 0 on H2. */
    static long newestTree() throws SQLException {
        return Databases.areOnServer() ? count("select coalesce(max(id), 0) from tree") : 0;
    }

    /** The id of a session's tree; not on H2. */
    static long treeOf(String session) throws SQLException {
        return count("select tree_id from session where session_id = '" + session + "'");
    }

    /** The number of trees and retention cutoffs with rows to purge. */
    static long purgesDue() throws SQLException {
        return count("select (select count(*) from tree where purge_at is not null)"
                + " + (select count(*) from trim_line where due)");
    }

    /** The number of these trees, and of their retention cutoffs, with rows to purge. */
    static long purgesDue(Collection<Long> trees) throws SQLException {
        return count("select (select count(*) from tree where purge_at is not null and id" + in(trees) + ")"
                + " + (select count(*) from trim_line where due and tree_id" + in(trees) + ")");
    }

    /** The tables with rows of trees that are newer than this one. */
    static List<String> tablesWithTreesAfter(long tree) throws SQLException {
        return tablesWithTrees(" > " + tree);
    }

    /** The tables with rows of these trees. */
    static List<String> tablesWith(Collection<Long> trees) throws SQLException {
        return tablesWithTrees(in(trees));
    }

    private static String in(Collection<Long> trees) {
        return trees.stream().map(String::valueOf).collect(Collectors.joining(", ", " in (-1, ", ")"));
    }

    private static List<String> tablesWithTrees(String condition) throws SQLException {
        var parts = new ArrayList<String>();
        for (var table : OF_TREES) {
            parts.add("select '" + table + "' from " + table + " where tree_id" + condition);
        }
        parts.add("select 'tree' from tree where id" + condition);
        return query(String.join(" union ", parts), row -> row.getString(1));
    }

    /** Reads the rows of one statement. Tests ask often while they wait, so all of them use the same connection. */
    private static synchronized <T> List<T> query(String sql, Reader<T> reader) throws SQLException {
        if (connection == null || connection.isClosed()) {
            connection = Databases.connect(SharedServer.server());
        }
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            var read = new ArrayList<T>();
            while (rows.next()) {
                read.add(reader.read(rows));
            }
            return read;
        }
    }

    private interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }
}
