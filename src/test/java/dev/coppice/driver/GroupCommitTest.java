package dev.coppice.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Await;
import dev.coppice.support.Program;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;

@ResourceLock(value = DatabasePassword.PROPERTY, mode = ResourceAccessMode.READ)
class GroupCommitTest {
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final int WRITERS = 8;
    private static final int KILLS = 3;
    private static final int COMMITS = 2000;

    @Test
    void commitsThatWaitAreWrittenAtOnce(@TempDir Path directory) throws Exception {
        try (var connection = tableIn(directory);
                var writers = new Writers(directory)) {
            var store = store(connection);
            long before = store.getCurrentVersion();
            store.executeFilestoreOperation(writers::commit);
            for (var end : writers.ends) {
                end.get();
            }
            assertEquals(Set.of(0, 1, 2, 3, 4, 5, 6, 7), ids(connection));
            long writes = store.getCurrentVersion() - before;
            assertTrue(writes <= 3, writes + " writes"); // the first one's, the others', and perhaps one of compaction
        }
    }

    @Test
    void commitsThatWaitFailWithTheWrite(@TempDir Path directory) throws SQLException {
        var store = store(tableIn(directory));
        try (var writers = new Writers(directory)) {
            assertThrows(
                    MVStoreException.class,
                    () -> store.executeFilestoreOperation(() -> {
                        writers.commit();
                        throw DataUtils.newMVStoreException(DataUtils.ERROR_WRITING_FAILED, "by this test");
                    }));
            writers.assertAllFailed();
        }
    }

    /** As when H2 has no memory left. Its own commit would return without an error. */
    @Test
    void commitsThatWaitFailIfTheDatabaseIsClosed(@TempDir Path directory) throws SQLException {
        var store = store(tableIn(directory));
        try (var writers = new Writers(directory)) {
            store.executeFilestoreOperation(() -> {
                writers.commit();
                store.closeImmediately();
            });
            writers.assertAllFailed();
        }
    }

    @Test
    void commitThatReturnedSurvivesAKill(@TempDir Path directory) throws SQLException {
        tableIn(directory).close();
        for (int kill = 0; kill < KILLS; kill++) {
            var acknowledged = commitUntilKilled(directory);
            try (var connection = connect(directory)) {
                var missing = new HashSet<>(acknowledged);
                missing.removeAll(ids(connection));
                assertEquals(Set.of(), missing);
            }
        }
    }

    @Test
    void statementInAutoCommitModeIsWrittenSoon(@TempDir Path directory) throws SQLException {
        try (var connection = tableIn(directory)) {
            connection.setAutoCommit(true);
            try (var statement = connection.createStatement()) {
                statement.execute("insert into t values (1)");
            }
            var store = store(connection);
            Await.until("the row is written", LONG, () -> !store.hasUnsavedChanges());
        }
    }

    @Test
    void delayOfTheUrlIsKept(@TempDir Path directory) throws SQLException {
        var url = "jdbc:h2:direct:" + directory.resolve("rows") + ";WRITE_DELAY=100";
        try (var connection = new CoppiceDriver().connect(url, new Properties())) {
            assertEquals(100, store(connection).getAutoCommitDelay());
        }
    }

    private static Set<Integer> commitUntilKilled(Path directory) {
        var command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                CommittingThreads.class.getName(),
                url(directory));
        try (var program = Program.start("committing-threads", Map.of(), command)) {
            Await.until("the process has committed", LONG, () -> program.lines().size() >= COMMITS);
            program.close();
            return program.lines().stream().map(Integer::valueOf).collect(Collectors.toSet());
        }
    }

    private static Connection tableIn(Path directory) throws SQLException {
        var connection = connect(directory);
        try (var statement = connection.createStatement()) {
            statement.execute("create table t (id int primary key)");
            connection.commit();
            return connection;
        }
    }

    private static Set<Integer> ids(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("select id from t")) {
            var ids = new HashSet<Integer>();
            while (rows.next()) {
                ids.add(rows.getInt(1));
            }
            return ids;
        }
    }

    private static Connection connect(Path directory) throws SQLException {
        var connection = new CoppiceDriver().connect(url(directory), new Properties());
        connection.setAutoCommit(false);
        return connection;
    }

    private static MVStore store(Connection connection) {
        return ((SessionLocal) ((JdbcConnection) connection).getSession())
                .getDatabase()
                .getStore()
                .getMvStore();
    }

    private static String url(Path directory) {
        return "jdbc:h2:direct:" + directory.resolve("rows") + ";WRITE_DELAY=0";
    }

    /** Threads that insert a row each, with a connection each. */
    private static final class Writers implements AutoCloseable {
        private final ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
        private final List<Connection> connections = new ArrayList<>();
        private final List<Future<Void>> ends = new ArrayList<>();

        private Writers(Path directory) throws SQLException {
            for (int id = 0; id < WRITERS; id++) {
                connections.add(connect(directory));
            }
        }

        /** Starts the commits, and returns when all wait for the write. */
        private void commit() {
            var group = GroupCommit.of(store(connections.get(0))).orElseThrow();
            long all = group.commits() + WRITERS;
            for (int id = 0; id < WRITERS; id++) {
                int row = id;
                ends.add(threads.submit(() -> {
                    CommittingThreads.insert(connections.get(row), row);
                    return null;
                }));
            }
            Await.until("the commits wait", LONG, () -> group.commits() == all);
        }

        private void assertAllFailed() {
            for (var end : ends) {
                var failure = assertThrows(ExecutionException.class, end::get);
                assertInstanceOf(SQLException.class, failure.getCause());
            }
        }

        @Override
        public void close() throws SQLException {
            threads.shutdown();
            if (store(connections.get(0)).isClosed()) {
                return; // H2 has closed them
            }
            for (var connection : connections) {
                connection.close();
            }
        }
    }
}
