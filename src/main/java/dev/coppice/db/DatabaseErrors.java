package dev.coppice.db;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.sql.SQLException;
import java.util.Set;

/** Tells from an exception, however deeply wrapped, what it means: a refusal, worth another try, or a failure. */
public final class DatabaseErrors {
    /**
     * MariaDB: a changed snapshot, a duplicate key (another one was faster), a deadlock. H2: a duplicate key, a
     * concurrent update.
     */
    private static final Set<Integer> TRY_AGAIN = Set.of(1020, 1062, 1213, 23505, 90131);

    /** MariaDB and H2 waited for a lock, which has cost seconds already: the client decides whether to come again. */
    private static final Set<Integer> WAITED = Set.of(1205, 50200);

    private DatabaseErrors() {}

    /** True when the same transaction may well succeed now: it was a victim of another one, or the slower of two. */
    public static boolean worthAnotherTry(Throwable failure) {
        if (find(failure, Problem.class) != null) {
            return false;
        }
        var sql = sql(failure);
        return find(failure, jakarta.persistence.OptimisticLockException.class) != null
                || find(failure, org.hibernate.StaleStateException.class) != null
                || sql != null && (TRY_AGAIN.contains(sql.getErrorCode()) || "40001".equals(sql.getSQLState()));
    }

    /** The problem to answer, or null when the server itself failed. */
    public static Problem problem(Throwable failure) {
        var problem = find(failure, Problem.class);
        if (problem != null) {
            return problem;
        }
        var sql = sql(failure);
        if (sql != null && WAITED.contains(sql.getErrorCode()) || worthAnotherTry(failure)) {
            return new Problem(Code.OVERLOADED, "The session is being written to; try again.");
        }
        boolean lost = find(failure, org.hibernate.exception.JDBCConnectionException.class) != null
                || find(failure, jakarta.resource.ResourceException.class) != null
                || sql != null
                        && (state(sql).startsWith("08") || find(failure, java.net.ConnectException.class) != null);
        return lost ? new Problem(Code.UNAVAILABLE, "The database cannot be reached at the moment; try again.") : null;
    }

    private static String state(SQLException e) {
        return e.getSQLState() == null ? "" : e.getSQLState();
    }

    private static SQLException sql(Throwable failure) {
        return find(failure, SQLException.class);
    }

    private static <T extends Throwable> T find(Throwable failure, Class<T> type) {
        var at = failure;
        for (int depth = 0; at != null && depth < 50; depth++, at = at.getCause()) {
            if (type.isInstance(at)) {
                return type.cast(at);
            }
        }
        return null;
    }
}
