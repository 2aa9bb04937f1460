package dev.coppice.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;

/**
 * Gets connections from the connection pools of this node. Counts the threads that wait for a connection, because the
 * statistics of a pool include a thread only after its wait. Also records outages of the database. Thread-safe.
 */
final class PooledConnections {
    private static final LongAdder WAITING = new LongAdder();
    private static final Outage OUTAGE = new Outage();

    private PooledConnections() {}

    /**
     * Returns a connection of the data source, which must be closed after use. Throws {@code SQLException} if the pool
     * supplies none.
     */
    static Connection connect(DataSource source) throws SQLException {
        WAITING.increment();
        try {
            var connection = source.getConnection();
            OUTAGE.supplied(connection);
            return connection;
        } catch (SQLException e) {
            OUTAGE.failed(e);
            throw e;
        } finally {
            WAITING.decrement();
        }
    }

    /**
     * True if a pool supplied no connection although the database can be reached, because all connections are in use.
     *
     * @param failure the exception of {@link #connect}
     */
    static boolean areAllInUse(SQLException failure) {
        return OUTAGE.isReachable(failure);
    }

    /** True while the database cannot be reached, as far as known from attempts to connect. */
    static boolean isOutage() {
        return OUTAGE.isActive();
    }

    /** Returns the number of threads that wait for a connection now. */
    static long waitingThreads() {
        return WAITING.sum();
    }
}
