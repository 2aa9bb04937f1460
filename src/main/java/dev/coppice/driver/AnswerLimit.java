package dev.coppice.driver;

import java.sql.SQLException;
import java.util.concurrent.TimeUnit;

/**
 * Reads how long a connection waits for a byte of the database before it counts as lost: the setting
 * {@code coppice.db.answer-seconds}. The setting is read for each new connection. Has no state.
 */
final class AnswerLimit {
    static final String PROPERTY = "coppice.db.answer-seconds";

    /**
     * Default of {@code coppice.db.answer-seconds}, in seconds. A transaction may not take longer
     * ({@code configure.cli}), so a later answer would be of no use.
     */
    private static final String DEFAULT = "60";

    private static final int MAX_SECONDS = 86_400;

    private AnswerLimit() {}

    /** Returns the limit in seconds; 0 for none. Throws {@code SQLException} if it is not a number from 0 to 86400. */
    static int seconds() throws SQLException {
        var value = DriverSetting.read(PROPERTY).orElse(DEFAULT);
        try {
            int seconds = Integer.parseInt(value);
            if (seconds >= 0 && seconds <= MAX_SECONDS) {
                return seconds;
            }
        } catch (NumberFormatException e) {
            throw invalid(value, e);
        }
        throw invalid(value, null);
    }

    /** Returns the limit in milliseconds; 0 for none. Throws {@code SQLException} as {@link #seconds} does. */
    static int millis() throws SQLException {
        return (int) TimeUnit.SECONDS.toMillis(seconds());
    }

    private static SQLException invalid(String value, NumberFormatException cause) {
        return new SQLException(
                PROPERTY + " must be a number of seconds from 0 to " + MAX_SECONDS + ": " + value, "22023", cause);
    }
}
