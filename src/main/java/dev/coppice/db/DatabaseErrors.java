package dev.coppice.db;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.net.ConnectException;
import java.sql.SQLException;

/**
 * Classifies the exceptions of failed transactions, and converts them to problems. Considers an exception together with
 * its causes. The {@link Dialect} has the error codes of the database. Thread-safe.
 */
public final class DatabaseErrors {
    /** Maximum number of causes that are followed. Causes may form a cycle. */
    private static final int MAX_CAUSES = 50;

    private DatabaseErrors() {}

    /**
     * True if a transaction failed because of another transaction and may succeed if it is repeated. The reason is then
     * a conflict, a deadlock or a duplicate key. {@link dev.coppice.idempotency.TransactionRetry} repeats such a
     * transaction. False if the failure is or was caused by a {@link Problem}.
     */
    public static boolean isRetryable(Throwable failure) {
        if (find(failure, Problem.class) != null) {
            return false;
        }
        var sql = find(failure, SQLException.class);
        return find(failure, jakarta.persistence.OptimisticLockException.class) != null
                || find(failure, org.hibernate.StaleStateException.class) != null
                || sql != null && Dialect.current().isRetryable(sql);
    }

    /**
     * Returns the problem that the client gets for a failed request. Null for an unexpected failure of the server,
     * which becomes 500 {@code internal}.
     *
     * <p>If the failure is or was caused by a {@link Problem}, returns this problem. If another transaction caused the
     * failure and repeating did not help, or if a lock timeout occurred, returns 503 {@code busy}. If the connection to
     * the database was lost, returns 503 {@code unavailable}. A transaction is not repeated after a lock timeout,
     * because the request has already waited for seconds.
     */
    public static Problem problem(Throwable failure) {
        var problem = find(failure, Problem.class);
        if (problem != null) {
            return problem;
        }
        if (isLockTimeout(failure) || isRetryable(failure)) {
            return new Problem(Code.OVERLOADED, "Too many concurrent writes to this session; retry later.");
        }
        return isConnectionLost(failure)
                ? new Problem(Code.UNAVAILABLE, "The database cannot be reached at the moment; retry later.")
                : null;
    }

    private static boolean isLockTimeout(Throwable failure) {
        var sql = find(failure, SQLException.class);
        return sql != null && Dialect.current().isLockTimeout(sql);
    }

    private static boolean isConnectionLost(Throwable failure) {
        if (find(failure, org.hibernate.exception.JDBCConnectionException.class) != null
                || find(failure, jakarta.resource.ResourceException.class) != null) {
            return true;
        }
        var sql = find(failure, SQLException.class);
        return sql != null
                && (Dialect.current().isConnectionLost(sql) || find(failure, ConnectException.class) != null);
    }

    private static <T extends Throwable> T find(Throwable failure, Class<T> type) {
        var at = failure;
        for (int depth = 0; at != null && depth < MAX_CAUSES; depth++, at = at.getCause()) {
            if (type.isInstance(at)) {
                return type.cast(at);
            }
        }
        return null;
    }
}
