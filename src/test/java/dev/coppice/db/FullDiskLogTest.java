package dev.coppice.db;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class FullDiskLogTest {
    private static final String FIRST = "The disk of the database is full; requests that write get 503";

    private final List<String> lines = new ArrayList<>();
    private long seconds = 1000;
    private final FullDiskLog disk = new FullDiskLog(() -> TimeUnit.SECONDS.toNanos(seconds), logger());

    private Logger logger() {
        var logger = Logger.getAnonymousLogger();
        logger.setUseParentHandlers(false);
        logger.addHandler(new Handler() {
            @Override
            public void publish(LogRecord line) {
                lines.add(MessageFormat.format(line.getMessage(), line.getParameters()));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        });
        return logger;
    }

    @Test
    void twoMinutesOfRefusalsAreThreeLines() {
        for (int i = 0; i <= 1200; i++) {
            disk.refused();
            seconds += i % 10 == 9 ? 1 : 0;
        }
        assertEquals(
                List.of(
                        FIRST,
                        "The disk of the database has been full for 60 seconds; 601 requests were refused",
                        "The disk of the database has been full for 120 seconds; 1201 requests were refused"),
                lines);
    }

    @Test
    void fullDiskOfAnotherDayIsANewOne() {
        disk.refused();
        seconds += TimeUnit.DAYS.toSeconds(1);
        disk.refused();
        assertEquals(List.of(FIRST, FIRST), lines);
    }
}
