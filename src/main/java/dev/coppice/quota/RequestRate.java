package dev.coppice.quota;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits the rate of requests by a token bucket: the bucket contains the requests that may be sent at once, each
 * request takes one out, and it fills up at a constant rate. The bucket is stored as one number: the time at which it
 * will be full again. Each request moves this time forward, and is refused if it is too far ahead. Times are those of
 * {@code System.nanoTime()}. Thread-safe, without locks.
 */
final class RequestRate {
    private static final long SECOND = 1_000_000_000L;

    private final AtomicLong full;

    /**
     * Creates a full bucket.
     *
     * @param now value of {@code System.nanoTime()}
     */
    RequestRate(long now) {
        full = new AtomicLong(now);
    }

    /**
     * Takes a request from the bucket. Returns 0 if the request is accepted. Otherwise leaves the bucket unchanged and
     * returns the number of nanoseconds after which a request will be accepted.
     *
     * @param now value of {@code System.nanoTime()}
     * @param perSecond number of requests a second, at least 1
     * @param burst size of the bucket: the time in nanoseconds in which it fills up
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
