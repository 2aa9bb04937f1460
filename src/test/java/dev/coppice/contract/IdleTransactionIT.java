package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.driver.CoppiceDriver;
import dev.coppice.driver.LostConnections;
import dev.coppice.support.Await;
import dev.coppice.support.Database;
import dev.coppice.support.Databases;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** The database ends the transaction of a node that has stopped, so that other nodes get its locks. */
@EnabledIf(value = "dev.coppice.support.Databases#areOnServer", disabledReason = "only one node uses an H2 file")
@DatabaseNeutral
class IdleTransactionIT {
    private static final Duration BOUND = Duration.ofMinutes(3);

    @Test
    void lockOfIdleTransactionIsReleased() throws SQLException {
        var database = Databases.fresh("idle-transaction");
        try (var stopped = connect(database);
                var other = connect(database)) {
            run(other, "create table locked (id integer not null primary key)");
            run(other, "insert into locked (id) values (1)");
            other.commit();
            lock(stopped);
            Await.until("the other connection gets the lock", BOUND, () -> {
                other.rollback(); // after a lock timeout
                return lock(other);
            });
            var failure = assertThrows(SQLException.class, () -> lock(stopped));
            assertTrue(new LostConnections().isExceptionFatal(failure), "the pool removes it: " + failure);
        }
    }

    private static Connection connect(Database database) throws SQLException {
        var properties = new Properties();
        properties.setProperty("user", database.user());
        properties.setProperty("password", database.password());
        var connection = new CoppiceDriver().connect(database.url(), properties);
        connection.setAutoCommit(false);
        return connection;
    }

    private static boolean lock(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery("select id from locked where id = 1 for update")) {
            assertTrue(row.next());
            assertEquals(1, row.getInt(1));
            return true;
        }
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
