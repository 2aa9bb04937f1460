package dev.coppice.driver;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A program whose threads insert rows into an H2 database, and print the id of each committed one, until it is killed. */
final class CommittingThreads {
    private static final int THREADS = 4;

    private CommittingThreads() {}

    /** Expects the URL of the database, whose table {@code t} exists. */
    public static void main(String... arguments) throws SQLException, InterruptedException, ExecutionException {
        var ids = new AtomicInteger(firstId(arguments[0]));
        var threads = Executors.newFixedThreadPool(THREADS);
        Callable<Void> writer = () -> {
            try (var connection = connect(arguments[0])) {
                while (true) {
                    int id = ids.getAndIncrement();
                    insert(connection, id);
                    System.out.println(id);
                }
            }
        };
        for (int thread = 1; thread < THREADS; thread++) {
            threads.submit(writer);
        }
        threads.submit(writer).get();
    }

    /** Inserts a row in a transaction of its own. */
    static void insert(Connection connection, int id) throws SQLException {
        try (var insert = connection.prepareStatement("insert into t values (?)")) {
            insert.setInt(1, id);
            insert.executeUpdate();
            connection.commit();
        }
    }

    private static int firstId(String url) throws SQLException {
        try (var connection = connect(url);
                var statement = connection.createStatement();
                var last = statement.executeQuery("select coalesce(max(id), 0) from t")) {
            last.next();
            return last.getInt(1) + 1;
        }
    }

    private static Connection connect(String url) throws SQLException {
        var connection = new CoppiceDriver().connect(url, new Properties());
        connection.setAutoCommit(false);
        return connection;
    }
}
