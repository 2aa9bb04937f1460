package dev.coppice.driver;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Lets the server wait for its database when it starts. After a power failure, or when containers start in any order,
 * the database may be ready later than the server; without a wait, the deployment of the application would fail. Failed
 * attempts to connect are repeated until the first connection is open. From then on, an attempt fails at once, so that
 * requests get 503 soon. Thread-safe.
 */
final class FirstConnection {
    static final String PROPERTY = "coppice.db.start-wait";

    /**
     * Default of {@code coppice.db.start-wait}. It is longer than a database needs to recover from a usual crash, and
     * shorter than the five minutes that WildFly waits for the deployment.
     */
    private static final Duration DEFAULT = Duration.ofMinutes(1);

    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Logger LOG = Logger.getLogger(FirstConnection.class.getName());

    /** First two characters of the SQL states of failed connections. */
    private static final String CONNECTION_FAILED = "08";

    /** SQL state with which PostgreSQL refuses connections while it starts. */
    private static final String STARTING = "57P03";

    /** Opens a connection. */
    @FunctionalInterface
    interface Attempt {
        Connection connect() throws SQLException;
    }

    private final LongSupplier clock;
    private final long started;
    private volatile boolean opened;
    private volatile boolean logged;

    FirstConnection() {
        this(System::nanoTime);
    }

    /**
     * Creates an instance for tests.
     *
     * @param clock returns nanoseconds of a monotonic clock
     */
    FirstConnection(LongSupplier clock) {
        this.clock = clock;
        this.started = clock.getAsLong();
    }

    /**
     * Opens a connection. If none was opened before and the database cannot be reached, repeats the attempt until this
     * object is older than {@code coppice.db.start-wait}. Throws the last attempt's exception. A database that answers
     * with an error, for example because of a wrong password, is not asked again.
     */
    Connection open(Attempt attempt) throws SQLException {
        while (true) {
            try {
                var connection = attempt.connect();
                opened = true;
                return connection;
            } catch (SQLException e) {
                if (opened || !isUnreachable(e) || clock.getAsLong() - started >= startWait()) {
                    throw e;
                }
                report(e);
                pause(e);
            }
        }
    }

    private static boolean isUnreachable(SQLException failure) {
        var state = failure.getSQLState();
        return state != null && (state.startsWith(CONNECTION_FAILED) || state.equals(STARTING));
    }

    /**
     * Returns the value of {@code coppice.db.start-wait} in nanoseconds. Throws {@code SQLException} if it is not an
     * ISO 8601 duration, or longer than about 290 years.
     */
    private static long startWait() throws SQLException {
        var value = DriverSetting.read(PROPERTY);
        try {
            return value.map(Duration::parse).orElse(DEFAULT).toNanos();
        } catch (DateTimeParseException | ArithmeticException e) {
            throw new SQLException(PROPERTY + " must be a duration such as PT1M, not " + value.orElseThrow(), e);
        }
    }

    private void report(SQLException failure) {
        if (!logged) {
            logged = true;
            LOG.log(Level.WARNING, "The database cannot be reached; the start waits for it ({0}): {1}", new Object[] {
                PROPERTY, failure.getMessage()
            });
        }
    }

    private static void pause(SQLException failure) throws SQLException {
        try {
            Thread.sleep(PAUSE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure;
        }
    }
}
