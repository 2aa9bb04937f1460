package dev.coppice.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Json;
import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.time.Instant;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogFormatterTest {
    private static ExtLogRecord record(String message, Throwable failure) {
        var record = new ExtLogRecord(Level.WARN, message, LogFormatterTest.class.getName());
        record.setLoggerName("dev.coppice.test");
        record.setThreadName("thread \"1\"");
        record.setThrown(failure);
        record.setInstant(Instant.parse("2026-11-22T10:00:00.123Z"));
        return record;
    }

    private static Exception outage() {
        var driver = new SQLNonTransientConnectionException("Socket fail to connect", "08000");
        return new IllegalStateException("A query failed", new SQLException("IJ031084: Unable to create", driver));
    }

    @Test
    void textHasRequestIdAndNoColors() {
        var record = record("Something happened", null);
        record.putMdc("requestId", "r-1");
        var line = new LogFormatter(false).format(record);
        assertTrue(line.endsWith(" WARN  [dev.coppice.test] (thread \"1\") request r-1: Something happened\n"), line);
        assertFalse(line.contains("\u001b"));
    }

    @Test
    void textHasTraceId() {
        var record = record("Something happened", null);
        record.putMdc("requestId", "r-1");
        record.putMdc("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
        var line = new LogFormatter(false).format(record);
        assertTrue(line.endsWith(" request r-1: trace 4bf92f3577b34da6a3ce929d0e0e4736: Something happened\n"), line);
    }

    @ParameterizedTest
    @ValueSource(ints = {'\n', '\r', 0x0b, 0x0c, 0x1b, 0x7f, 0x85, 0x9b, 0x2028, 0x2029})
    void messageIsOneLine(int separator) {
        var message = "No counter named x" + Character.toString(separator) + "FORGED";
        for (var format : new LogFormatter[] {new LogFormatter(false), new LogFormatter(true)}) {
            var line = format.format(record(message, null));
            assertEquals(line.length() - 1, line.indexOf('\n'), line);
            assertFalse(line.stripTrailing().contains(Character.toString(separator)), line);
            assertTrue(line.contains("FORGED"), line);
        }
    }

    @Test
    void messageOfAnExceptionLooksLikeNoLine() {
        var failure = new IllegalStateException("x\nFORGED\u2028FORGED", new IllegalStateException("y\r\nFORGED"));
        var line = new LogFormatter(false).format(record("Failed", failure));
        for (var part : line.split("\\R")) {
            assertFalse(part.startsWith("FORGED"), line);
        }
    }

    @Test
    void jsonIsOneObjectPerLine() {
        var record = record("Two\nlines, \"quoted\" \u0001", new IllegalStateException("broken"));
        record.putMdc("requestId", "r-1");
        record.putMdc("traceparent", "00-a-b-01");
        var line = new LogFormatter(true).format(record);
        assertEquals(1, line.lines().count(), line);
        var json = Json.parse(line);
        assertEquals("2026-11-22T10:00:00.123Z", Json.text(json.path("timestamp")));
        assertEquals("WARN", Json.text(json.path("level")));
        assertEquals("thread \"1\"", Json.text(json.path("thread")));
        assertEquals("Two\nlines, \"quoted\" \u0001", Json.text(json.path("message")));
        assertEquals("r-1", Json.text(json.path("requestId")));
        assertEquals("00-a-b-01", Json.text(json.path("traceparent")));
        assertTrue(Json.text(json.path("exception")).startsWith("java.lang.IllegalStateException: broken\n\tat "));
    }

    @Test
    void levelsHaveOneName() {
        var record = record("m", null);
        record.setLevel(java.util.logging.Level.SEVERE);
        assertTrue(new LogFormatter(false).format(record).contains(" ERROR "));
        record.setLevel(java.util.logging.Level.WARNING);
        assertTrue(new LogFormatter(false).format(record).contains(" WARN "));
    }

    @Test
    void lostConnectionIsOneLine() {
        var line = new LogFormatter(false).format(record("No connection", outage()));
        assertEquals(1, line.lines().count(), line);
        assertTrue(line.contains("Caused by: "), line);
        assertTrue(line.contains("Socket fail to connect"), line);
    }

    @Test
    void brokenConnectionInPoolIsOneLine() {
        var invalid = new SQLException("Invalid connection: org.postgresql.jdbc.PgConnection@4b8b2eef");
        var line = new LogFormatter(false).format(record("Destroying connection that is not valid", invalid));
        assertEquals(1, line.lines().count(), line);
    }

    @Test
    void fullDiskIsOneLine() {
        var failure = new IllegalStateException(new SQLException("The table 'message' is full", "HY000", 1114));
        var line = new LogFormatter(false).format(record("Failed", failure));
        assertEquals(1, line.lines().count(), line);
    }

    /** The transaction manager throws an exception that has the one of the database among its suppressed ones. */
    @Test
    void refusedCommitOnFullDiskIsOneLine() {
        var commit = new IllegalStateException("Could not commit transaction");
        var disk = new IOException("No space left on device");
        commit.addSuppressed(new IllegalStateException("Could not commit locally", new SQLException("General", disk)));
        var line = new LogFormatter(false).format(record("Failed", new IllegalStateException("Rolled back", commit)));
        assertEquals(1, line.lines().count(), line);
        assertTrue(line.contains("No space left on device"), line);
    }

    @Test
    void otherExceptionHasItsStackTrace() {
        var line = new LogFormatter(false).format(record("Failed", new SQLException("Syntax", "42000")));
        assertTrue(line.lines().count() > 2, line);
    }
}
