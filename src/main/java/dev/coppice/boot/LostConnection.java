package dev.coppice.boot;

import java.net.SocketException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.Set;

/**
 * Recognizes exceptions about connections to the database that are missing or lost. The log shows these on one line.
 * Pure.
 */
final class LostConnection {
    /** First two characters of the SQL states about connections. */
    private static final String CONNECTION_EXCEPTION = "08";

    /**
     * Other SQL states with which PostgreSQL ends or refuses a connection: PostgreSQL is stopped, has crashed or is
     * starting, or a transaction was idle for too long. With the last state it refuses writes, because another server
     * has become the primary.
     */
    private static final Set<String> ENDED = Set.of("57P01", "57P02", "57P03", "25P03", "25006");

    /** Error code with which MariaDB refuses writes, because another server has become the primary. */
    private static final int READ_ONLY = 1290;

    /**
     * Beginning of the message of the exception that a connection pool logs when it removes an idle connection that is
     * broken.
     */
    private static final String INVALID = "Invalid connection: ";

    private LostConnection() {}

    /**
     * True if an exception, or one of those that {@link Causes} lists for it, says that a connection cannot be opened
     * or was lost, that none became free in time, or that the database refuses writes because another server has become
     * the primary.
     */
    static boolean isIn(Throwable failure) {
        return Causes.of(failure).stream()
                .anyMatch(each -> each instanceof SocketException
                        || each instanceof SQLException sql && isLost(sql)
                        || isCutCommit(each)
                        || isOfPool(each));
    }

    /**
     * True for the exception that is thrown if the connection was lost during a commit. This exception has no cause;
     * the transaction manager logs the cause on lines of its own.
     */
    private static boolean isCutCommit(Throwable failure) {
        return failure.getClass().getName().equals("jakarta.transaction.HeuristicMixedException");
    }

    /** True for the exception of a connection pool of which all connections are in use. */
    private static boolean isOfPool(Throwable failure) {
        return failure.getClass().getName().equals("jakarta.resource.ResourceException");
    }

    private static boolean isLost(SQLException failure) {
        var state = failure.getSQLState();
        var message = failure.getMessage();
        return failure instanceof SQLNonTransientConnectionException
                || failure instanceof SQLTransientConnectionException
                || failure.getErrorCode() == READ_ONLY
                || state != null && (state.startsWith(CONNECTION_EXCEPTION) || ENDED.contains(state))
                || message != null && message.startsWith(INVALID);
    }

    /**
     * Returns the texts of an exception and of those that {@link Causes} lists for it on one line. Leaves out stack
     * traces, which say nothing about an outage. Also leaves out a text that is contained in the one of another
     * exception.
     */
    static String oneLine(Throwable failure) {
        var texts = new ArrayList<String>();
        for (var each : Causes.of(failure)) {
            var text = String.valueOf(each).replaceAll("\\s+", " ");
            if (texts.stream().noneMatch(known -> known.contains(text))) {
                texts.add(text);
            }
        }
        return String.join(" Caused by: ", texts);
    }
}
