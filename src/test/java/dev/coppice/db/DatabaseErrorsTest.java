package dev.coppice.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.Problem.Code;
import jakarta.resource.ResourceException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import javax.transaction.xa.XAException;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class DatabaseErrorsTest {
    /** State of a serialization failure, which all databases use for a deadlock. */
    private static final String DEADLOCK = "40001";

    @BeforeAll
    static void selectDialect() {
        var source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:database-errors");
        Dialect.select(source);
    }

    /** The transaction manager adds the reason of a refused commit to the suppressed exceptions, not to the causes. */
    private static Throwable refusedCommit(SQLException reason) {
        var rollback = new RollbackException("Could not commit transaction.");
        rollback.addSuppressed(new ResourceException("SQLException", reason));
        return new IllegalStateException(rollback);
    }

    @Test
    void deadlockThatIsFoundAtCommitIsRetryable() {
        assertTrue(DatabaseErrors.isRetryable(refusedCommit(new SQLException("Deadlock found", DEADLOCK, 1213))));
    }

    @Test
    void connectionThatIsLostAtCommitIsUnavailable() {
        var lost = new SQLTransientConnectionException("reconnected after a failure during a COMMIT");
        assertEquals(
                Code.UNAVAILABLE, DatabaseErrors.problem(refusedCommit(lost)).code());
        assertFalse(DatabaseErrors.isRetryable(refusedCommit(lost)));
    }

    @Test
    void commitThatFailsInPayaraIsUnavailable() {
        var failure = new SystemException();
        failure.initCause(new XAException("LocalTransactionException: (conn=99) Socket error"));
        assertEquals(Code.UNAVAILABLE, DatabaseErrors.problem(failure).code());
        assertFalse(DatabaseErrors.isRetryable(failure));
    }

    /** So H2 reports it, with the reason as the innermost cause; afterwards each connection says that H2 has closed. */
    @Test
    void fullDiskIsUnavailable() {
        var reason = new IllegalStateException("Writing failed", new IOException("No space left on device"));
        for (var sql : List.of(
                new SQLException("General error", "HY000", 50000, reason),
                new SQLException("The database has been closed", "90098", 90098, reason))) {
            var problem = DatabaseErrors.problem(new IllegalStateException(sql));
            assertEquals(Code.UNAVAILABLE, problem.code());
            assertTrue(problem.getMessage().contains("disk"), problem.getMessage());
        }
        assertNull(DatabaseErrors.problem(reason), "another disk");
    }

    @Test
    void failureWithoutDatabaseIsNotExplained() {
        assertNull(DatabaseErrors.problem(new IllegalStateException("not of the database")));
    }

    @Test
    void causesInCycleEnd() {
        var first = new IllegalStateException("first");
        first.initCause(new IllegalStateException("second", first));
        assertNull(DatabaseErrors.problem(first));
    }
}
