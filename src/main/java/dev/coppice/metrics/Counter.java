package dev.coppice.metrics;

import java.util.concurrent.atomic.LongAdder;

/**
 * A number that only grows while the node runs; it begins at 0 with each start. Thread-safe; adding takes no lock and
 * allocates nothing.
 */
public final class Counter {
    private final LongAdder sum = new LongAdder();

    /** Adds 1. */
    public void increment() {
        sum.increment();
    }

    /**
     * Adds a number.
     *
     * @param number the number, 0 or greater
     */
    public void add(long number) {
        sum.add(number);
    }

    /** Returns the sum of everything that was added so far. */
    public long sum() {
        return sum.sum();
    }
}
