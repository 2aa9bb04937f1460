package dev.coppice.db;

import java.util.concurrent.TimeUnit;

/**
 * The time by the database's clock: the same on all nodes, whatever their own clocks say. It is looked up every few
 * seconds ({@link ClockReader}), and counted on in between. Whatever is stored or runs out does so by it. Thread-safe.
 */
public final class DatabaseClock {
    private static volatile Reading last = new Reading(System.currentTimeMillis(), System.nanoTime());

    private DatabaseClock() {}

    /** What a clock said at a moment of this machine's timer. */
    record Reading(long millis, long nanos) {
        long at(long now) {
            return millis + TimeUnit.NANOSECONDS.toMillis(now - nanos);
        }
    }

    /** Epoch milliseconds. */
    public static long now() {
        return last.at(System.nanoTime());
    }

    static void read(Reading reading) {
        last = reading;
    }
}
