package dev.coppice.db;

import java.util.concurrent.TimeUnit;

/**
 * The database's clock: the same time on all nodes, whatever their own clocks show. {@link ClockReader} reads it every ten
 * seconds; in between this machine's timer counts on. Everything that is stored or expires uses it. Thread-safe.
 */
public final class DatabaseClock {
    private static volatile Reading last = new Reading(System.currentTimeMillis(), System.nanoTime());

    private DatabaseClock() {}

    /** Time of the clock, in epoch milliseconds, at a moment of this machine's timer, in nanoseconds. */
    record Reading(long millis, long nanos) {
        long at(long now) {
            return millis + TimeUnit.NANOSECONDS.toMillis(now - nanos);
        }
    }

    /** The time, in epoch milliseconds. */
    public static long now() {
        return last.at(System.nanoTime());
    }

    static void read(Reading reading) {
        last = reading;
    }
}
