package dev.coppice.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DialectTest {
    @ParameterizedTest
    @CsvSource({"H2, H2, h2", "MariaDB, MARIADB, mariadb"})
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
    })
    void conflictsAreRetryable(Dialect dialect, int code, String state) {
        assertTrue(dialect.isRetryable(new SQLException("conflict", state, code)));
        assertFalse(dialect.isLockTimeout(new SQLException("conflict", state, code)));
    }

    @ParameterizedTest
    @CsvSource({"H2, 50200, HYT00", "MARIADB, 1205, HY000"})
    void lockTimeoutIsNotRetryable(Dialect dialect, int code, String state) {
        assertTrue(dialect.isLockTimeout(new SQLException("timeout", state, code)));
        assertFalse(dialect.isRetryable(new SQLException("timeout", state, code)));
    }

    @ParameterizedTest
    @EnumSource
    void serializationFailureIsRetryableOnEveryDatabase(Dialect dialect) {
        assertTrue(dialect.isRetryable(new SQLException("serialization", "40001", 0)));
        assertFalse(dialect.isRetryable(new SQLException("syntax", null, 0)));
    }
}
