package dev.coppice.db;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.net.ConnectException;
import java.sql.SQLException;

/**
 * Classifies exceptions, each by itself and its causes, and converts them to problems. The error codes of the database
 * are those of the {@link Dialect}. Thread-safe.
 */
public final class DatabaseErrors {
    /** Maximum number of causes that are followed. Causes may form a cycle. */
    private static final int MAX_CAUSES = 50;

    private DatabaseErrors() {}

    /**
     * True if a transaction failed because of another one (conflict, deadlock or duplicate key) and may succeed if it
     * is repeated. {@link dev.coppice.idempotency.TransactionRetry} repeats it. False if the failure is or was caused
     * by a {@link Problem}.
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
     * Returns the problem that the client gets for a failed request; null for an unexpected failure of the server,
     * which becomes 500 {@code internal}. If the failure is or was caused by a {@link Problem}, returns that. A
     * conflict with another transaction, which has been repeated without success, and a lock timeout become 503
     * {@code busy}. A lost connection to the database becomes 503 {@code unavailable}. A lock timeout is not repeated,
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
                && (sql.getSQLState() != null && sql.getSQLState().startsWith("08")
                        || find(failure, ConnectException.class) != null);
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
