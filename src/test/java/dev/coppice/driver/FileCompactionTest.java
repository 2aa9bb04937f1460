package dev.coppice.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Await;
import dev.coppice.support.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;

@ResourceLock(value = DatabasePassword.PROPERTY, mode = ResourceAccessMode.READ)
@Order(1)
class FileCompactionTest {
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final int ROWS = 6000;
    private static final int KILLS = 3;

    /** Without compaction, the file keeps its 50 MB. Half of a chunk, and half of the file, may stay free. */
    private static final long FOUR_TIMES_THE_ROWS = 2 * FileCompaction.SMALL;

    @Test
    void fileOfManySmallCommitsBecomesSmallAgain(@TempDir Path directory) throws SQLException {
        var file = directory.resolve("rows.mv.db");
        try (var connection = connect(directory, 0)) {
            OneCommitPerRow.createTable(connection);
            OneCommitPerRow.insert(connection, 0, ROWS);
            Await.until("the file has shrunk", LONG, () -> Files.size(file) <= FOUR_TIMES_THE_ROWS);
            assertAllRows(connection, ROWS);
        }
    }

    @Test
    void killedProcessLosesNoCommit(@TempDir Path directory) throws SQLException {
        int rows = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            rows = insertUntilKilled(directory, rows);
            try (var connection = connect(directory, 1000)) {
                int acknowledged = rows;
                rows = count(connection);
                assertTrue(rows >= acknowledged, rows + " of " + acknowledged);
                assertAllRows(connection, rows);
            }
        }
    }

    /** Returns the number of rows that were acknowledged to a process, which is killed then. */
    private static int insertUntilKilled(Path directory, int rows) {
        var command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                OneCommitPerRow.class.getName(),
                url(directory, 1000),
                String.valueOf(rows));
        try (var program = Program.start("one-commit-per-row", Map.of(), command)) {
            Await.until("the process has inserted rows", LONG, () -> lastOf(program) >= rows + ROWS);
        }
        return rows + ROWS;
    }

    /** Returns the number in the last line of a program's output; 0 if there is none. */
    private static int lastOf(Program program) {
        var lines = program.lines();
        return lines.isEmpty() ? 0 : Integer.parseInt(lines.get(lines.size() - 1));
    }

    private static void assertAllRows(Connection connection, int rows) throws SQLException {
        try (var statement = connection.createStatement();
                var found = statement.executeQuery("select count(distinct name), min(length(text)), max(id) from t")) {
            found.next();
            assertEquals(rows, found.getInt(1));
            assertEquals(OneCommitPerRow.TEXT.length(), found.getInt(2));
            assertEquals(rows - 1, found.getInt(3));
        }
    }

    private static int count(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var found = statement.executeQuery("select count(*) from t")) {
            found.next();
            return found.getInt(1);
        }
    }

    private static Connection connect(Path directory, int retention) throws SQLException {
        return new CoppiceDriver().connect(url(directory, retention), new Properties());
    }

    /** @param retention time in milliseconds for which H2 does not touch a chunk, by default 45 seconds */
    private static String url(Path directory, int retention) {
        return "jdbc:h2:direct:" + directory.resolve("rows") + ";WRITE_DELAY=0;RETENTION_TIME=" + retention;
    }
}
