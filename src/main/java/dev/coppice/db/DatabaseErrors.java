package dev.coppice.db;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.net.ConnectException;
import java.sql.SQLException;

/**
 * Classifies an exception by itself and its causes, and chooses the problem to answer. A conflict with another
 * transaction that {@link dev.coppice.idempotency.TransactionRetry} has repeated in vain, and a lock timeout, are 503
 * {@code busy}; a lost connection is 503 {@code unavailable}. The error codes of SQL errors are those of the
 * {@link Dialect}.
 */
public final class DatabaseErrors {
    /** Maximum number of causes of an exception that are followed, because they may form a cycle. */
    private static final int MAX_CAUSES = 50;

    private DatabaseErrors() {}

    /**
     * True when the transaction failed because of another one (conflict, deadlock or duplicate key) and may succeed if
     * it is repeated.
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
     * Returns the problem to answer, or null when the exception is an unexpected failure of the server (500). Retryable
     * conflicts and lock timeouts are 503 {@code busy}. A lock timeout is not retried by the server: the request has
     * already waited for seconds, so the client decides.
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
