package dev.coppice.db;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.db.DatabaseClock.Reading;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DatabaseClockTest {
    private final Reading noon = new Reading(1_000_000, TimeUnit.SECONDS.toNanos(7));

    @Test
    void timerCountsOnBetweenTwoReadings() {
        assertEquals(1_000_000, noon.at(TimeUnit.SECONDS.toNanos(7)));
        assertEquals(1_002_500, noon.at(TimeUnit.MILLISECONDS.toNanos(9_500)));
    }

    @Test
    void timerOverflowIsHandled() {
        var late = new Reading(1_000_000, Long.MAX_VALUE);
        assertEquals(1_000_001, late.at(Long.MAX_VALUE + 1_000_000));
    }
}
