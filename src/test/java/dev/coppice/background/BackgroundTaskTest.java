package dev.coppice.background;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BackgroundTaskTest {
    private static final Logger LOG = Logger.getLogger(BackgroundTask.class.getName());

    /** Unique, because other tests use the same logger at the same time. */
    private final String name = "test-" + UUID.randomUUID();

    private final BackgroundTasks background = new BackgroundTasks();
    private final List<LogRecord> logged = new ArrayList<>();
    private boolean logFails;
    private Throwable failure;

    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            if (line.getMessage().contains(name)) {
                if (logFails) {
                    throw new OutOfMemoryError("test");
                }
                logged.add(line);
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        LOG.addHandler(handler);
    }

    @AfterEach
    void stopListening() {
        LOG.removeHandler(handler);
    }

    /** Throws the current failure, checked exceptions too. */
    private void step() {
        if (failure != null) {
            BackgroundTaskTest.<RuntimeException>throwUnchecked(failure);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void throwUnchecked(Throwable e) throws T {
        throw (T) e;
    }

    private static Stream<Throwable> failures() {
        return Stream.of(
                new IllegalStateException("no database"),
                new StackOverflowError(),
                new OutOfMemoryError("test"),
                new NoClassDefFoundError("test"),
                new IOException("checked"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void failureIsLoggedOnceAndShownUntilTheTaskWorks(Throwable thrown) throws IOException {
        var task = background.repeated(name);
        assertTrue(task.attempt(this::step));
        assertEquals("{\"failing\":[]}", health());
        failure = thrown;
        for (int i = 0; i < 5; i++) {
            assertFalse(task.attempt(this::step));
        }
        assertEquals("{\"failing\":[\"" + name + "\"]}", health());
        assertEquals(List.of(Level.WARNING), levels());
        assertEquals(thrown, logged.get(0).getThrown());
        failure = null;
        assertTrue(task.attempt(this::step));
        assertTrue(task.attempt(this::step));
        assertEquals("{\"failing\":[]}", health());
        assertEquals(List.of(Level.WARNING, Level.INFO), levels());
        assertTrue(
                logged.get(1).getMessage().contains("5 failures"), logged.get(1).getMessage());
    }

    @Test
    void healthShowsNamesOnlyAndDoesNotMakeTheServerUnready() throws IOException {
        background.repeated(name).attempt(() -> {
            throw new IllegalStateException("secret");
        });
        assertFalse(background.isNeeded());
        assertFalse(background.check().works());
        assertFalse(health().contains("secret"));
    }

    @Test
    void failureThatCannotBeLoggedIsLoggedTheNextTime() throws IOException {
        var task = background.repeated(name);
        failure = new OutOfMemoryError("test");
        logFails = true;
        assertFalse(task.attempt(this::step));
        assertEquals("{\"failing\":[\"" + name + "\"]}", health());
        logFails = false;
        assertFalse(task.attempt(this::step));
        assertFalse(task.attempt(this::step));
        assertEquals(List.of(Level.WARNING), levels());
    }

    @Test
    void successOfOneJobDoesNotHideTheFailureOfAnother() throws IOException {
        var task = background.jobs(name);
        failure = new IllegalStateException("test");
        task.attempt(this::step, "job 1");
        failure = null;
        task.attempt(this::step, "job 2");
        assertEquals("{\"failing\":[\"" + name + "\"]}", health());
        assertEquals(List.of(Level.WARNING), levels());
        assertTrue(logged.get(0).getMessage().contains("job 1"));
    }

    @Test
    void failureOfAJobCountsForALimitedTime() {
        var task = new BackgroundTask(name, Duration.ofNanos(1));
        failure = new IllegalStateException("test");
        task.attempt(this::step);
        assertFalse(task.isFailing());
        task.attempt(this::step);
        failure = null;
        task.attempt(this::step);
        assertEquals(List.of(Level.WARNING, Level.WARNING, Level.INFO), levels());
    }

    private List<Level> levels() {
        return logged.stream().map(LogRecord::getLevel).toList();
    }

    private String health() throws IOException {
        var text = new StringWriter();
        try (var out = new JsonFactory().createGenerator(text)) {
            background.check().member().write(out);
        }
        return text.toString();
    }
}
