package dev.coppice.quota;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The token bucket of requests, at given times. */
class RequestRateTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    /** Times of {@code System.nanoTime()} may be negative and overflow. */
    private static final long START = Long.MAX_VALUE - 3 * SECOND;

    private final RequestRate rate = new RequestRate(START);

    private long take(long after) {
        return rate.take(START + after, 10, 2 * SECOND);
    }

    private int accepted(long after, int requests) {
        int accepted = 0;
        for (int i = 0; i < requests; i++) {
            accepted += take(after) == 0 ? 1 : 0;
        }
        return accepted;
    }

    @Test
    void fullBucketContainsTheBurst() {
        assertEquals(20, accepted(0, 100));
    }

    @Test
    void emptyBucketFillsWithTheRate() {
        accepted(0, 100);
        assertEquals(5, accepted(SECOND / 2, 100));
        assertEquals(10, accepted(3 * SECOND / 2, 100));
        assertEquals(20, accepted(100 * SECOND, 100));
    }

    @Test
    void waitEndsWhenTheNextRequestIsAccepted() {
        accepted(0, 100);
        long wait = take(0);
        assertTrue(wait > 0 && wait <= SECOND / 10, "" + wait);
        assertTrue(take(wait - 1) > 0);
        assertEquals(0, take(wait));
    }

    @Test
    void burstShorterThanARequestAcceptsOne() {
        assertEquals(0, rate.take(START, 1, SECOND / 10));
        assertEquals(SECOND, rate.take(START, 1, SECOND / 10));
        assertEquals(0, rate.take(START + SECOND, 1, SECOND / 10));
    }
}
