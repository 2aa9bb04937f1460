package dev.coppice.db;

import java.util.concurrent.TimeUnit;

/**
 * The time of the database, so that all nodes use the same time although their own clocks differ. {@link ClockReader}
 * reads the database's clock every ten seconds; between two readings this machine's monotonic timer advances it. Before
 * the first reading, this machine's clock is used. All stored times and expiry times come from here. Thread-safe.
 */
public final class DatabaseClock {
    private static volatile Reading last = new Reading(System.currentTimeMillis(), System.nanoTime());

    private DatabaseClock() {}

    /**
     * One reading of the database's clock.
     *
     * @param millis the database's time, in milliseconds since the epoch
     * @param nanos the value of {@code System.nanoTime()} of this machine at the same moment
     */
    record Reading(long millis, long nanos) {
        /**
         * Returns the database's time in milliseconds since the epoch, when {@code System.nanoTime()} is {@code now}.
         */
        long at(long now) {
            return millis + TimeUnit.NANOSECONDS.toMillis(now - nanos);
        }
    }

    /** Returns the database's current time, in milliseconds since the epoch. */
    public static long now() {
        return last.at(System.nanoTime());
    }

    static void read(Reading reading) {
        last = reading;
    }
}
