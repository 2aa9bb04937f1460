package dev.coppice.quota;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits the rate of requests by a token bucket. The bucket contains as many requests as may be sent at once. Each
 * request takes one out, and the bucket fills up again at a constant rate. The bucket is stored as one number: the time
 * at which it will be full. Each request moves this time forward. A request is refused if the time would then be too
 * far in the future. Times are values of {@code System.nanoTime()}. Thread-safe, without locks.
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
     * Takes a request from the bucket. Returns 0 if the request is accepted. Otherwise leaves the bucket unchanged, and
     * returns after how many nanoseconds a request will be accepted.
     *
     * @param now value of {@code System.nanoTime()}
     * @param perSecond number of requests a second, at least 1
     * @param burst size of the bucket, given as the time in nanoseconds in which the empty bucket fills up
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
