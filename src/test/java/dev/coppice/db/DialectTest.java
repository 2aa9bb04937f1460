package dev.coppice.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.driver.LostConnections;
import java.sql.SQLException;
import java.util.List;
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
        "MARIADB, 1927, 08S01",
        "POSTGRESQL, 0, 08006",
        "POSTGRESQL, 0, 57P01",
        "POSTGRESQL, 0, 57P03",
        "POSTGRESQL, 0, 25P03"
    })
    void lostConnectionIsRecognized(Dialect dialect, int code, String state) {
        var failure = new SQLException("lost", state, code);
        assertTrue(dialect.isConnectionLost(failure));
        assertFalse(dialect.isRetryable(failure));
        assertTrue(new LostConnections().isExceptionFatal(failure), "the pool removes the connection");
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
