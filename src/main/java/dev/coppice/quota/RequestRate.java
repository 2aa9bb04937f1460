package dev.coppice.quota;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits the rate of requests by a token bucket that is one number: the time at which the bucket would be full again.
 * Each request moves it by the time that one request is worth, and is refused if the time is too far ahead. Times are
 * those of {@code System.nanoTime()}. Thread-safe, without locks.
 */
final class RequestRate {
    private static final long SECOND = 1_000_000_000L;

    private final AtomicLong full;

    /** Creates a full bucket. */
    RequestRate(long now) {
        full = new AtomicLong(now);
    }

    /**
     * Takes a request from the bucket. Returns 0 if it is accepted, otherwise the nanoseconds until the next request
     * will be; then the bucket is unchanged.
     *
     * @param now the current time
     * @param perSecond requests a second, at least 1
     * @param burst nanoseconds whose requests a full bucket contains
     */
    long take(long now, long perSecond, long burst) {
        long cost = SECOND / perSecond;
        // A bucket that contains less than one request would refuse all.
        long size = Math.max(cost, burst);
        while (true) {
            long before = full.get();
            long after = Math.max(before - now, 0) + cost;
            if (after > size) {
                return after - size;
            }
            if (full.compareAndSet(before, now + after)) {
                return 0;
            }
        }
    }
}
