package dev.coppice.boot;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The time for which a request may still wait for its client in one direction: for bytes of its body, or until the
 * client accepts bytes of the answer. Waiting uses up the time, each byte that was moved adds to it, and it never
 * exceeds its first value. So a silent client, and one that sends or reads a byte a second, are both given up after
 * about that time. Time in which the server works does not count. Used by one thread at a time.
 */
final class WaitAllowance {
    private static final long MAX_BYTES = 1 << 30;

    private final long timeout;
    private final long rate;
    private long left;

    /**
     * Creates the allowance of a new request.
     *
     * @param timeout greatest and first value of the time
     * @param rate number of moved bytes that add one second
     */
    WaitAllowance(Duration timeout, long rate) {
        this.timeout = timeout.toNanos();
        this.rate = rate;
        this.left = this.timeout;
    }

    /** Adds the time for bytes that were received or sent; ignores the -1 at the end of a body. */
    void moved(long bytes) {
        if (bytes > 0 && left < timeout) {
            left = Math.min(timeout, left + TimeUnit.SECONDS.toNanos(Math.min(bytes, MAX_BYTES)) / rate);
        }
    }

    /** Subtracts the time of a wait, in nanoseconds. */
    void waited(long nanos) {
        left -= nanos;
    }

    /** Returns the nanoseconds for which the request may still wait; zero or less if the client is too slow. */
    long left() {
        return left;
    }
}
