package dev.coppice.bench;

import dev.coppice.support.Database;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;

/** Counts the statements that a MariaDB server executes, commits and changes of auto-commit included. */
final class StatementCounter implements AutoCloseable {
    private final Connection connection;

    StatementCounter(Database database) throws SQLException {
        connection = DriverManager.getConnection(database.url(), database.user(), database.password());
    }

    /** Work whose statements are counted. */
    @FunctionalInterface
    interface Work {
        void run() throws Exception;
    }

    /** @return statements per second while nothing else happens */
    double perSecond(Duration time) throws Exception {
        long before = count();
        long began = System.nanoTime();
        Thread.sleep(time.toMillis());
        return (count() - before - 1) / ((System.nanoTime() - began) / 1e9);
    }

    /**
     * @param idle statements per second of background tasks, which are subtracted
     * @return statements per call of work that consists of a number of calls
     */
    double perCall(double idle, int calls, Work work) throws Exception {
        long before = count();
        long began = System.nanoTime();
        work.run();
        double background = idle * (System.nanoTime() - began) / 1e9;
        return (count() - before - 1 - background) / calls;
    }

    private long count() throws SQLException {
        try (var statement = connection.createStatement();
                var result = statement.executeQuery("show global status like 'Questions'")) {
            result.next();
            return result.getLong(2);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
