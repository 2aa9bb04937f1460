package dev.coppice.contract;

import dev.coppice.support.Databases;
import dev.coppice.support.SharedServer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** What lies in the tables of the contract's server; on MariaDB only, H2's file is the server's own. */
final class Tables {
    /** Those whose rows belong to a tree. */
    private static final List<String> OF_TREES =
            List.of("branch", "message", "edit", "old_text", "overlay", "trim_line", "skill_load");

    private Tables() {}

    static long number(String sql) throws SQLException {
        try (var connection = Databases.connect(SharedServer.server());
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** The number of the last tree that was made; 0 where tables are not open. */
    static long newestTree() throws SQLException {
        return Databases.mariaDb() ? number("select coalesce(max(id), 0) from tree") : 0;
    }

    /** Trees of which something is to be purged, and lines above which something is. */
    static long due() throws SQLException {
        return number("select (select count(*) from tree where purge_at is not null)"
                + " + (select count(*) from trim_line where due)");
    }

    /** The tables that have rows of trees made after one. */
    static List<String> leftSince(long tree) throws SQLException {
        var left = new ArrayList<String>();
        for (var table : OF_TREES) {
            if (number("select count(*) from " + table + " where tree_id > " + tree) > 0) {
                left.add(table);
            }
        }
        if (number("select count(*) from tree where id > " + tree) > 0) {
            left.add("tree");
        }
        return left;
    }
}
