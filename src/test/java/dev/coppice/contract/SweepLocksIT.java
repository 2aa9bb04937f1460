package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.coppice.support.Await;
import dev.coppice.support.Databases;
import dev.coppice.support.SharedServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A sweep locks the entries of a session's row in the same order as requests, so that they do not deadlock. MariaDB
 * only: it locks an entry of the index by which a row is found, and then the row. Connections of the test stand for
 * requests.
 */
class SweepLocksIT extends Contract {
    private static final Duration SOON = Duration.ofMinutes(1);

    /** Transactions that wait for a lock of the transaction of this thread. */
    private static final String BLOCKED =
            """
            select count(*) from information_schema.innodb_lock_waits w
            join information_schema.innodb_trx t on t.trx_id = w.blocking_trx_id
            where t.trx_mysql_thread_id = %s""";

    private static final String WAITS =
            """
            select count(*) from information_schema.innodb_trx
            where trx_mysql_thread_id = %s and trx_state = 'LOCK WAIT'""";

    /** In a description of a deadlock, the number of a connection follows. */
    private static final String THREAD = "MariaDB thread id ";

    private Connection first;
    private Connection second;

    @BeforeEach
    void connect() throws SQLException {
        assumeTrue("mariadb".equals(System.getProperty("coppice.test.db")), "locks of MariaDB");
        first = connection();
        second = connection();
    }

    @AfterEach
    void disconnect() throws SQLException {
        for (var connection : new Connection[] {first, second}) {
            if (connection != null) {
                connection.rollback();
                connection.close();
            }
        }
    }

    private static Connection connection() throws SQLException {
        var connection = Databases.server().connect(SharedServer.server().database());
        connection.setAutoCommit(false);
        return connection;
    }

    private static void execute(Connection connection, String statement) throws SQLException {
        try (var prepared = connection.createStatement()) {
            prepared.execute(statement);
        }
    }

    private static String text(Connection connection, String query, int column) throws SQLException {
        try (var prepared = connection.createStatement();
                var row = prepared.executeQuery(query)) {
            row.next();
            return row.getString(column);
        }
    }

    private static String thread(Connection connection) throws SQLException {
        return text(connection, "select connection_id()", 1);
    }

    private void await(String query) {
        Await.until("a transaction waits for a lock", SOON, () -> {
            // MariaDB caches these tables for a tenth of a second.
            text(first, "select sleep(0.2)", 1);
            return !text(first, query, 1).equals("0");
        });
    }

    /** Locks a session's row by its primary key, so that no entry of another index is locked. */
    private void lock(long id) throws SQLException {
        execute(first, "select id from session where id = " + id + " for update");
    }

    private long number(String column, String session) throws SQLException {
        return Long.parseLong(
                text(second, "select " + column + " from session where session_id = '" + session + "'", 1));
    }

    /** Asserts that the latest deadlock of the database, if there was any, was not one of this test on an index. */
    private void assertNoDeadlock(String index) throws SQLException {
        var status = text(first, "show engine innodb status", 3);
        int begin = Math.max(0, status.indexOf("LATEST DETECTED DEADLOCK"));
        var deadlock = status.substring(begin).split("\nTRANSACTIONS\n", 2)[0];
        // Other classes use the database at the same time, and have used it before.
        boolean isOfOthers = deadlock.contains(THREAD)
                && !deadlock.contains(THREAD + thread(first) + ",")
                && !deadlock.contains(THREAD + thread(second) + ",");
        var database = SharedServer.server().database().user();
        boolean isOnIndex = deadlock.contains("index " + index + " of table `" + database + "`.`session`");
        assertFalse(isOnIndex && !isOfOthers, deadlock);
    }

    @Test
    void purgeOfATreeDoesNotDeadlockWithTheDeletionOfItsSession() throws SQLException {
        var session = session();
        long id = number("id", session);
        lock(id);
        execute(second, "update tree set purge_at = 1 where id = " + number("tree_id", session));
        second.commit();
        await(BLOCKED.formatted(thread(first)));
        execute(first, "delete from session where id = " + id);
        assertNoDeadlock("session_tree");
    }

    @Test
    void removalOfAnExpiredSessionDoesNotDeadlockWithAWriter() throws Exception {
        var session = session();
        long id = number("id", session);
        long namespace = number("namespace_id", session);
        // Until the row is locked, no sweep runs.
        execute(second, "select name from lease where name = 'messages' for update");
        execute(first, "update session set expires_at = 1 where id = " + id);
        first.commit();
        lock(id);
        second.rollback();
        await(BLOCKED.formatted(thread(first)));
        var thread = thread(second);
        var writer = CompletableFuture.runAsync(() -> lockByName(namespace, session));
        await(WAITS.formatted(thread));
        first.rollback();
        writer.get(SOON.toSeconds(), TimeUnit.SECONDS);
        assertNoDeadlock("session_name");
    }

    private void lockByName(long namespace, String session) {
        try {
            execute(
                    second,
                    "select id from session where namespace_id = " + namespace + " and session_id = '" + session
                            + "' for update");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
