package dev.coppice.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Logs an outage of the database: one line when it begins, then at most one every 15 seconds with the number of failed
 * attempts to connect, one when it ends. Without this class, each failed attempt to connect would be logged with its
 * stack trace, which would be megabytes of log per second. Thread-safe.
 */
final class Outage {
    private static final Logger LOG = Logger.getLogger(Outage.class.getName());
    private static final long REPORT_NANOS = TimeUnit.SECONDS.toNanos(15);
    private static final int VALID_SECONDS = 1;
    private static final int MAX_CAUSES = 50;

    private final LongSupplier clock;
    private final Logger log;
    private volatile boolean active;
    private long began;
    private long reported;
    private long failures;

    Outage() {
        this(System::nanoTime, LOG);
    }

    /**
     * Creates an instance for tests.
     *
     * @param clock returns nanoseconds of a monotonic clock
     */
    Outage(LongSupplier clock, Logger log) {
        this.clock = clock;
        this.log = log;
    }

    /**
     * Records that a connection pool supplied no connection. Ignores the failure if the exception has no cause from the
     * database driver: then the database is reachable, but all connections of the pool are in use. Also ignores the
     * failure if H2 has closed its database after a failed write: {@link FullDiskLog} logs that.
     *
     * @param failure the exception of the pool
     */
    void failed(SQLException failure) {
        var cause = cause(failure);
        if (cause != null && !Dialect.hasClosedItself(cause)) {
            count(cause.getMessage());
        }
    }

    /**
     * True if a connection pool supplied no connection although the database can be reached, as far as known: the
     * exception has no cause from the database driver, so all connections of the pool are in use, and no outage is
     * going on.
     *
     * @param failure the exception of the pool
     */
    boolean isReachable(SQLException failure) {
        return !active && cause(failure) == null;
    }

    /** True during an outage: an attempt to connect failed, and none has succeeded since then. */
    boolean isActive() {
        return active;
    }

    private synchronized void count(String reason) {
        long now = clock.getAsLong();
        failures++;
        if (!active) {
            active = true;
            began = now;
            reported = now;
            failures = 1;
            log.log(Level.WARNING, "The database cannot be reached; requests get 503: {0}", reason);
        } else if (now - reported >= REPORT_NANOS) {
            reported = now;
            log.log(
                    Level.WARNING,
                    "The database has been unreachable for {0} seconds; {1} attempts to connect failed",
                    new Object[] {seconds(now), String.valueOf(failures)});
        }
    }

    /**
     * Records that a connection pool supplied a connection. During an outage, first checks whether the connection
     * works, because it may have been opened before the outage. If it works, the outage has ended.
     */
    void supplied(Connection connection) throws SQLException {
        if (active && connection.isValid(VALID_SECONDS)) {
            end();
        }
    }

    private synchronized void end() {
        if (active) {
            active = false;
            log.log(
                    Level.INFO,
                    "The database can be reached again after {0} seconds; {1} attempts to connect failed",
                    new Object[] {seconds(clock.getAsLong()), String.valueOf(failures)});
        }
    }

    private String seconds(long now) {
        return String.valueOf(TimeUnit.NANOSECONDS.toSeconds(now - began));
    }

    /**
     * Returns the exception of the database driver, which is the innermost SQL exception among the causes; null if
     * there is none.
     */
    private static SQLException cause(SQLException failure) {
        SQLException found = null;
        var at = failure.getCause();
        for (int depth = 0; at != null && depth < MAX_CAUSES; depth++, at = at.getCause()) {
            if (at instanceof SQLException sql) {
                found = sql;
            }
        }
        return found;
    }
}
