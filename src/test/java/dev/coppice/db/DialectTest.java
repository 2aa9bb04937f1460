package dev.coppice.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.driver.LostConnections;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.h2.message.DbException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DialectTest {
    @ParameterizedTest
    @CsvSource({"H2, H2, h2", "MariaDB, MARIADB, mariadb", "PostgreSQL, POSTGRESQL, postgresql"})
    void productNameSelectsDialectAndMigrations(String product, Dialect dialect, String folder) {
        assertEquals(dialect, Dialect.ofProduct(product));
        assertEquals("classpath:db/" + folder, dialect.migrations());
    }

    @Test
    void unknownProductIsRefused() {
        assertThrows(IllegalStateException.class, () -> Dialect.ofProduct("Oracle"));
    }

    @ParameterizedTest
    @CsvSource({
        "H2, 23505, 23505",
        "H2, 90131, 90131",
        "MARIADB, 1020, HY000",
        "MARIADB, 1062, 23000",
        "MARIADB, 1213, 40001",
        "POSTGRESQL, 0, 23505",
        "POSTGRESQL, 0, 40P01",
        "POSTGRESQL, 0, 40001",
    })
    void conflictsAreRetryable(Dialect dialect, int code, String state) {
        assertTrue(dialect.isRetryable(new SQLException("conflict", state, code)));
        assertFalse(dialect.isLockTimeout(new SQLException("conflict", state, code)));
    }

    @ParameterizedTest
    @CsvSource({"H2, 50200, HYT00", "MARIADB, 1205, HY000", "POSTGRESQL, 0, 55P03"})
    void lockTimeoutIsNotRetryable(Dialect dialect, int code, String state) {
        assertTrue(dialect.isLockTimeout(new SQLException("timeout", state, code)));
        assertFalse(dialect.isRetryable(new SQLException("timeout", state, code)));
    }

    @ParameterizedTest
    @CsvSource({
        "H2, 90067, 08000",
        "H2, 90098, 90098",
        "H2, 90020, 90020",
        "MARIADB, 1927, 08S01",
        "MARIADB, 1290, HY000",
        "POSTGRESQL, 0, 08006",
        "POSTGRESQL, 0, 57P01",
        "POSTGRESQL, 0, 57P03",
        "POSTGRESQL, 0, 25P03",
        "POSTGRESQL, 0, 25006"
    })
    void lostConnectionIsRecognized(Dialect dialect, int code, String state) {
        var failure = new SQLException("lost", state, code);
        assertTrue(dialect.isConnectionLost(failure));
        assertFalse(dialect.isRetryable(failure));
        assertTrue(new LostConnections().isExceptionFatal(failure), "the pool removes the connection");
    }

    @ParameterizedTest
    @CsvSource({
        "MARIADB, 1021, HY000, Disk full",
        "MARIADB, 1114, HY000, The table is full",
        "MARIADB, 1026, HY000, Error writing file (Errcode: 28 \"No space left on device\")",
        "POSTGRESQL, 0, 53100, could not extend file",
        "H2, 90031, 90031, IO Exception: java.io.IOException: No space left on device"
    })
    void fullDiskIsRecognized(Dialect dialect, int code, String state, String message) {
        var failure = new SQLException(message, state, code);
        assertTrue(dialect.isDiskFull(failure));
        assertFalse(dialect.isRetryable(failure));
        assertFalse(dialect.isConnectionLost(failure));
    }

    /** The classes outside of the WAR cannot use the dialect, so they repeat its codes. */
    @ParameterizedTest
    @EnumSource
    void codesOutsideOfTheWarAreThoseOfTheDialect(Dialect dialect) throws ReflectiveOperationException {
        for (var failure : failures(dialect, "lostConnections")) {
            assertTrue(new LostConnections().isExceptionFatal(failure), failure.toString());
            assertTrue(ask("boot.LostConnection", "isIn", Throwable.class, failure), failure.toString());
        }
        for (var failure : failures(dialect, "fullDisk")) {
            assertTrue(ask("boot.FullDisk", "isIn", Throwable.class, failure), failure.toString());
        }
        for (var failure : failures(dialect, "retryable")) {
            assertFalse(new LostConnections().isExceptionFatal(failure), failure.toString());
            assertFalse(ask("boot.LostConnection", "isIn", Throwable.class, failure), failure.toString());
            assertFalse(ask("boot.FullDisk", "isIn", Throwable.class, failure), failure.toString());
        }
    }

    @Test
    void startWaitsForConnectionsThatTheDialectsCallLost() throws ReflectiveOperationException {
        for (var state : List.of("08001", "57P03")) {
            var failure = new SQLException("starting", state, 0);
            assertTrue(ask("driver.FirstConnection", "isUnreachable", SQLException.class, failure));
            assertTrue(Dialect.POSTGRESQL.isConnectionLost(failure));
        }
        var wrongPassword = new SQLException("password", "28P01", 0);
        assertFalse(ask("driver.FirstConnection", "isUnreachable", SQLException.class, wrongPassword));
    }

    /** An exception for each code of one field of a dialect, as the driver of the database throws it. */
    private static List<SQLException> failures(Dialect dialect, String field) throws ReflectiveOperationException {
        var codes = Dialect.class.getDeclaredField(field);
        codes.setAccessible(true);
        return ((Set<?>) codes.get(dialect))
                .stream().map(code -> failure(dialect, code.toString())).toList();
    }

    private static SQLException failure(Dialect dialect, String code) {
        return switch (dialect) {
            case H2 -> DbException.getJdbcSQLException(Integer.parseInt(code), "detail");
            case MARIADB -> new SQLException("failed", "HY000", Integer.parseInt(code));
            case POSTGRESQL -> new SQLException("failed", code, 0);
        };
    }

    /** Calls a method of a class that is not public. */
    private static boolean ask(String type, String method, Class<?> parameter, Throwable failure)
            throws ReflectiveOperationException {
        var found = Class.forName("dev.coppice." + type).getDeclaredMethod(method, parameter);
        found.setAccessible(true);
        return (boolean) found.invoke(null, failure);
    }

    @ParameterizedTest
    @EnumSource
    void connectionIsKeptAfterOtherErrors(Dialect dialect) {
        for (var state : List.of("23505", "40001", "40P01", "55P03", "42601")) {
            var failure = new SQLException("refused", state, 0);
            assertFalse(dialect.isConnectionLost(failure));
            assertFalse(new LostConnections().isExceptionFatal(failure));
        }
    }

    @ParameterizedTest
    @EnumSource
    void serializationFailureIsRetryableOnEveryDatabase(Dialect dialect) {
        assertTrue(dialect.isRetryable(new SQLException("serialization", "40001", 0)));
        assertFalse(dialect.isRetryable(new SQLException("syntax", null, 0)));
    }
}
