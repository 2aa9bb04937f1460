package dev.coppice.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;

/** Counts the threads that are about to get a connection from a pool, because pools count them only afterwards. */
final class WaitingThreads {
    private static final LongAdder COUNT = new LongAdder();

    private WaitingThreads() {}

    /** Returns a connection of the data source, and counts this thread as waiting until then. */
    static Connection connect(DataSource source) throws SQLException {
        COUNT.increment();
        try {
            return source.getConnection();
        } finally {
            COUNT.decrement();
        }
    }

    /** Returns the number of threads that wait for a connection now. */
    static long count() {
        return COUNT.sum();
    }
}
