package dev.coppice.db;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Logs that requests are refused because the disk of the database is full: one line for the first one, then at most one
 * a minute with the number of refused requests. After ten minutes without a refused request, the next one counts as the
 * first. Thread-safe.
 */
final class FullDiskLog {
    private static final long REPORT_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long OVER_NANOS = TimeUnit.MINUTES.toNanos(10);

    private final LongSupplier clock;
    private final Logger log;
    private long requests;
    private long began;
    private long reported;
    private long last;

    FullDiskLog() {
        this(System::nanoTime, Logger.getLogger(FullDiskLog.class.getName()));
    }

    /**
     * Creates an instance for tests.
     *
     * @param clock returns nanoseconds of a monotonic clock
     */
    FullDiskLog(LongSupplier clock, Logger log) {
        this.clock = clock;
        this.log = log;
    }

    /** Counts a request that is refused because the disk of the database is full. */
    synchronized void refused() {
        long now = clock.getAsLong();
        if (requests > 0 && now - last >= OVER_NANOS) {
            requests = 0;
        }
        requests++;
        last = now;
        if (requests == 1) {
            began = now;
            reported = now;
            log.log(Level.SEVERE, "The disk of the database is full; requests that write get 503");
        } else if (now - reported >= REPORT_NANOS) {
            reported = now;
            log.log(
                    Level.SEVERE,
                    "The disk of the database has been full for {0} seconds; {1} requests were refused",
                    new Object[] {String.valueOf(TimeUnit.NANOSECONDS.toSeconds(now - began)), String.valueOf(requests)
                    });
        }
    }
}
