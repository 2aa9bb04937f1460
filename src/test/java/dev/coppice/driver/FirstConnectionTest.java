package dev.coppice.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FirstConnectionTest {
    private static final long MINUTE_NANOS = 60_000_000_000L;

    private final AtomicLong now = new AtomicLong();
    private final AtomicInteger attempts = new AtomicInteger();
    private final FirstConnection first = new FirstConnection(now::get);

    private static Connection h2() throws SQLException {
        return DriverManager.getConnection("jdbc:h2:mem:");
    }

    private Connection failing(String state) throws SQLException {
        attempts.incrementAndGet();
        throw new SQLException("not now", state);
    }

    @ParameterizedTest
    @ValueSource(strings = {"08000", "08001", "57P03"})
    void unreachableDatabaseIsAskedAgain(String state) throws SQLException {
        try (var connection = first.open(() -> attempts.get() == 0 ? failing(state) : h2())) {
            assertEquals(1, attempts.get());
        } catch (SQLException e) {
            throw new AssertionError("The second attempt succeeds", e);
        }
    }

    @Test
    void attemptsEndWithTheTime() {
        var thrown = assertThrows(
                SQLException.class,
                () -> first.open(() -> {
                    now.addAndGet(MINUTE_NANOS / 2);
                    return failing("08000");
                }));
        assertEquals("08000", thrown.getSQLState());
        assertEquals(2, attempts.get());
    }

    @Test
    void durationThatIsTooLongNamesTheSetting() {
        System.setProperty("coppice.db.start-wait", "PT9999999H");
        try {
            var thrown = assertThrows(SQLException.class, () -> first.open(() -> failing("08000")));
            assertTrue(thrown.getMessage().contains("coppice.db.start-wait"), thrown.getMessage());
        } finally {
            System.clearProperty("coppice.db.start-wait");
        }
    }

    @Test
    void errorOfTheDatabaseIsFinal() {
        assertThrows(SQLException.class, () -> first.open(() -> failing("28000")));
        assertEquals(1, attempts.get());
    }

    @Test
    void laterConnectionsFailAtOnce() throws SQLException {
        first.open(FirstConnectionTest::h2).close();
        var failure = new SQLException("gone", "08000");
        assertSame(
                failure,
                assertThrows(
                        SQLException.class,
                        () -> first.open(() -> {
                            throw failure;
                        })));
    }
}
