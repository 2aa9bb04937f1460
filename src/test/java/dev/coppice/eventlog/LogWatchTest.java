package dev.coppice.eventlog;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The cached state of the event log. */
class LogWatchTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final GrowingLog log = new GrowingLog();
    private final LogWatch watch = new LogWatch(log);

    @Test
    void recentStateIsNotReadAgain() {
        log.lastPosition = 5;
        watch.look();
        log.lastPosition = 7;
        assertEquals(5, watch.recent(MINUTE, 5).lastPosition());
    }

    /** The search index would take a log that ends before the index for the log of another database, and start a rebuild. */
    @Test
    void stateIsReadAgainForReaderThatIsFurther() {
        log.lastPosition = 5;
        watch.look();
        log.lastPosition = 7;
        assertEquals(7, watch.recent(MINUTE, 6).lastPosition());
        assertEquals(7, watch.recent(MINUTE, 7).lastPosition());
    }

    /** A log to which other nodes add events. */
    private static final class GrowingLog extends EventLog {
        private long lastPosition;

        @Override
        public LogState state() {
            return new LogState(lastPosition, 0, 0, 0, false, false);
        }
    }
}
