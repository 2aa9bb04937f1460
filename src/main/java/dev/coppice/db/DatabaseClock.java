package dev.coppice.db;

import java.util.concurrent.TimeUnit;

/**
 * The time of the database. All nodes use this time instead of their own clocks, which may differ. {@link ClockReader}
 * reads the database's clock every ten seconds. Between two readings, the monotonic timer of this machine advances the
 * time. Before the first reading, this machine's clock is used. All stored times and expiry times come from this class.
 * Thread-safe.
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
         * Returns the database's time in milliseconds since the epoch at the moment when {@code System.nanoTime()} has
         * the value {@code now}.
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
