package dev.coppice.db;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.io.IOException;
import java.net.ConnectException;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Classifies the exceptions of failed transactions, and converts them to problems. An exception is classified together
 * with its causes and suppressed exceptions. {@link Dialect} contains the error codes of the database in use.
 * Thread-safe.
 */
public final class DatabaseErrors {
    /** Maximum number of causes and suppressed exceptions of a failure that are examined. */
    private static final int MAX_CAUSES = 50;

    private static final FullDiskLog DISK = new FullDiskLog();

    private DatabaseErrors() {}

    /**
     * True if a transaction failed because of another transaction: by a conflict, a deadlock or a duplicate key. Such a
     * transaction may succeed if it is repeated, which {@link ConflictRetry} does. False for any other failure. Also
     * false if the failure is a {@link Problem} or was caused by one.
     */
    public static boolean isRetryable(Throwable failure) {
        if (find(failure, Problem.class) != null) {
            return false;
        }
        return find(failure, jakarta.persistence.OptimisticLockException.class) != null
                || find(failure, org.hibernate.StaleStateException.class) != null
                || hasSql(failure, sql -> Dialect.current().isRetryable(sql));
    }

    /**
     * Returns the problem that the client gets for a failed request. Returns null for an unexpected failure of the
     * server, which becomes 500 {@code internal}.
     *
     * <p>If the failure is a {@link Problem} or was caused by one, returns this problem. If another transaction caused
     * the failure and repeating did not help, or if a lock timeout occurred, returns 503 {@code busy}. After a lock
     * timeout a transaction is not repeated, because the request has already waited for seconds. If the connection to
     * the database was lost, returns 503 {@code unavailable}. If it was lost during the commit, nobody knows whether
     * the transaction was committed; a client that repeats the request finds out. If the disk of the database is full,
     * also returns 503 {@code unavailable}, and reports it to {@link FullDiskLog}.
     */
    public static Problem problem(Throwable failure) {
        var problem = find(failure, Problem.class);
        if (problem != null) {
            return problem;
        }
        if (isLockTimeout(failure) || isRetryable(failure)) {
            return new Problem(Code.OVERLOADED, "Too many concurrent writes to this session; retry later.");
        }
        if (isDiskFull(failure)) {
            DISK.refused();
            return new Problem(
                    Code.UNAVAILABLE, "The disk of the database is full; retry when the operator has made space.");
        }
        return isConnectionLost(failure)
                ? new Problem(Code.UNAVAILABLE, "The database cannot be reached at the moment; retry later.")
                : null;
    }

    private static boolean isLockTimeout(Throwable failure) {
        return hasSql(failure, sql -> Dialect.current().isLockTimeout(sql));
    }

    /**
     * True if the database could not write because its disk is full. Some drivers have no SQL error for this: the text
     * about the full disk is then in an {@code IOException} among the causes of an SQL exception.
     */
    private static boolean isDiskFull(Throwable failure) {
        return hasSql(failure, sql -> Dialect.current().isDiskFull(sql))
                || find(failure, SQLException.class) != null
                        && causes(failure).stream()
                                .anyMatch(each -> each instanceof IOException && Dialect.saysNoSpace(each));
    }

    /**
     * True if the connection to the database was lost or cannot be opened. Also true if it was lost during a commit, so
     * that it is unknown whether the transaction was committed: WildFly reports this as a heuristic result, Payara as
     * an {@code XAException} without the exception of the driver.
     */
    private static boolean isConnectionLost(Throwable failure) {
        return find(failure, org.hibernate.exception.JDBCConnectionException.class) != null
                || find(failure, jakarta.transaction.HeuristicMixedException.class) != null
                || find(failure, javax.transaction.xa.XAException.class) != null
                || find(failure, jakarta.resource.ResourceException.class) != null
                || hasSql(failure, sql -> Dialect.current().isConnectionLost(sql))
                || find(failure, SQLException.class) != null && find(failure, ConnectException.class) != null;
    }

    /**
     * True if the condition holds for an SQL exception among the failure, its causes and their suppressed exceptions.
     * There may be several SQL exceptions: if a statement of a batch fails, the exception of the batch has another code
     * or none, and the exception of the statement is its cause.
     */
    private static boolean hasSql(Throwable failure, Predicate<SQLException> condition) {
        return causes(failure).stream().anyMatch(each -> each instanceof SQLException sql && condition.test(sql));
    }

    private static <T extends Throwable> T find(Throwable failure, Class<T> type) {
        return causes(failure).stream()
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst()
                .orElse(null);
    }

    /**
     * Returns the failure, its causes, and the exceptions that these suppress, each one once. If the database refuses a
     * commit, the transaction manager throws an exception without a cause, and adds the database's exception to its
     * suppressed ones.
     */
    private static Set<Throwable> causes(Throwable failure) {
        var found = new LinkedHashSet<Throwable>();
        var open = new ArrayDeque<Throwable>(List.of(failure));
        while (!open.isEmpty() && found.size() < MAX_CAUSES) {
            var next = open.poll();
            if (found.add(next)) {
                if (next.getCause() != null) {
                    open.add(next.getCause());
                }
                open.addAll(List.of(next.getSuppressed()));
            }
        }
        return found;
    }
}
