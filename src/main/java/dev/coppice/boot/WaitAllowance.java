package dev.coppice.boot;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The time for which a request may still wait for its client in one direction: for bytes of its body, or until the
 * client accepts bytes of the response. Waiting uses up the time. Each byte that was moved adds some time, up to the
 * initial value. So the server gives up a silent client, and also a client that sends or reads one byte a second, after
 * about the initial time. Time in which the server works does not count. Used by one thread at a time.
 */
final class WaitAllowance {
    private static final long MAX_BYTES = 1 << 30;

    private final long timeout;
    private final long rate;
    private long left;

    /**
     * Creates the allowance of a new request.
     *
     * @param timeout initial and maximum value of the time
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
