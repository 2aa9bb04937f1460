package dev.coppice.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Await;
import java.net.ConnectException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RepetitionFilterTest {
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final long WINDOW_MILLIS = 10_000;

    /** A logger of its own for each test, because all filters share their counts. */
    private final String library = "library." + UUID.randomUUID();

    private final RepetitionFilter filter = new RepetitionFilter(WINDOW_MILLIS);

    private static LogRecord record(String logger, Level level, String text, Throwable failure) {
        var record = new LogRecord(level, text);
        record.setLoggerName(logger);
        record.setThrown(failure);
        return record;
    }

    private long logged(String logger, Level level, Throwable failure, int lines) {
        return IntStream.range(0, lines)
                .filter(i -> filter.isLoggable(record(logger, level, "Attempt " + i + " failed", failure)))
                .count();
    }

    @Test
    void similarWarningsOfLibrariesAreLeftOutAndCounted() {
        List<String> reports = new CopyOnWriteArrayList<>();
        var logger = Logger.getLogger(library);
        logger.setUseParentHandlers(false);
        logger.addHandler(new Handler() {
            @Override
            public void publish(LogRecord report) {
                assertTrue(filter.isLoggable(report));
                reports.add(report.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        });
        assertEquals(5, logged(library, Level.WARNING, null, 100));
        Await.until("the lines are counted", SOON, () -> !reports.isEmpty());
        assertEquals(List.of("Lines like the following were left out within a minute: 95. Attempt 0 failed"), reports);
    }

    @Test
    void lostConnectionIsLoggedOnceAlsoByCoppice() {
        var failure = new IllegalStateException(new ConnectException("refused"));
        assertEquals(1, logged("dev.coppice." + library, Level.WARNING, failure, 100));
        assertEquals(1, logged(library, Level.SEVERE, failure, 100));
    }

    @Test
    void lostConnectionIsLoggedOnceForAllTasks() {
        var failure = new IllegalStateException(new SQLException("Invalid connection: org.mariadb.jdbc.Connection@1"));
        var logger = "dev.coppice." + library;
        var tasks = List.of("The task sweeps failed", "The task quotas failed", "The task search-index failed");
        assertEquals(
                List.of("The task sweeps failed"),
                tasks.stream()
                        .filter(text -> filter.isLoggable(record(logger, Level.WARNING, text, failure)))
                        .toList());
    }

    @Test
    void failuresOfOuterServicesAreCountedByLogger() throws ClassNotFoundException {
        for (var logger : RepetitionFilter.OUTER_SERVICES) {
            Class.forName(logger, false, getClass().getClassLoader());
            long logged = IntStream.range(0, 100)
                    .mapToObj(i -> "Summarizer llm failed for session " + "x".repeat(i) + ": no answer")
                    .filter(text -> filter.isLoggable(record(logger, Level.WARNING, text, null)))
                    .count();
            assertEquals(5, logged, logger);
            assertTrue(filter.isLoggable(record(logger, Level.INFO, "Works again", null)));
        }
    }

    /** The response to a failed request refers to such a line by its id. */
    @Test
    void warningWithAnErrorIdIsNeverLeftOut() {
        long logged = IntStream.range(0, 100)
                .filter(i -> filter.isLoggable(record(
                        "dev.coppice.http.ProblemMapper",
                        Level.WARNING,
                        "Request failed with SUMMARIZER_FAILED, error " + UUID.randomUUID(),
                        new IllegalStateException("no answer"))))
                .count();
        assertEquals(100, logged);
    }

    @Test
    void otherLinesAreNotCounted() {
        assertEquals(100, logged(library, Level.INFO, null, 100));
        assertEquals(100, logged("dev.coppice." + library, Level.SEVERE, new IllegalStateException(), 100));
    }

    @Test
    void allHandlersDecideAlike() {
        for (int i = 0; i < 10; i++) {
            var record = record(library, Level.WARNING, "Again", null);
            assertEquals(filter.isLoggable(record), new RepetitionFilter(WINDOW_MILLIS).isLoggable(record));
        }
    }
}
