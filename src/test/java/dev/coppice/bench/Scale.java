package dev.coppice.bench;

import java.time.Duration;

/** Reduces sizes and durations for a trial run: {@code -Dcoppice.bench.scale=0.02}. */
final class Scale {
    static final String PROPERTY = "coppice.bench.scale";
    private static final double FACTOR = Double.parseDouble(System.getProperty(PROPERTY, "1"));

    private Scale() {}

    /** Scales a number of messages, sessions or branches. */
    static int size(int full) {
        return (int) Math.max(Math.min(full, 100), Math.round(full * FACTOR));
    }

    /** Scales a number of repetitions; at least 3. */
    static int times(int full) {
        return (int) Math.max(3, Math.round(full * Math.min(1, FACTOR)));
    }

    /** Scales the duration of a round; at least a tenth. */
    static Duration round(long fullMillis) {
        return Duration.ofMillis((long) (fullMillis * Math.max(0.1, Math.min(1, FACTOR))));
    }

    static boolean isFull() {
        return FACTOR == 1;
    }
}
