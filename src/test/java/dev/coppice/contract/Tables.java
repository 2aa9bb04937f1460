package dev.coppice.contract;

import dev.coppice.support.Databases;
import dev.coppice.support.SharedServer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Counts rows in the tables of the shared server. On MariaDB only: H2's file is locked by its server. */
final class Tables {
    /** Tables whose rows belong to a tree. */
    private static final List<String> OF_TREES =
            List.of("branch", "message", "edit", "old_text", "overlay", "trim_line", "skill_load");

    private Tables() {}

    static long count(String sql) throws SQLException {
        try (var connection = Databases.connect(SharedServer.server());
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** The id of the newest tree; 0 on H2. */
    static long newestTree() throws SQLException {
        return Databases.mariaDb() ? count("select coalesce(max(id), 0) from tree") : 0;
    }

    /** The number of trees and retention cutoffs with rows to purge. */
    static long purgesDue() throws SQLException {
        return count("select (select count(*) from tree where purge_at is not null)"
                + " + (select count(*) from trim_line where due)");
    }

    /** The tables with rows of trees that are newer than this one. */
    static List<String> tablesWithTreesAfter(long tree) throws SQLException {
        var left = new ArrayList<String>();
        for (var table : OF_TREES) {
            if (count("select count(*) from " + table + " where tree_id > " + tree) > 0) {
                left.add(table);
            }
        }
        if (count("select count(*) from tree where id > " + tree) > 0) {
            left.add("tree");
        }
        return left;
    }
}
