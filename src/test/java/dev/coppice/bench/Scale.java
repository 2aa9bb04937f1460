package dev.coppice.bench;

import java.time.Duration;

/** {@code -Dcoppice.bench.scale=0.02} makes a quick try of it: smaller sizes, shorter rounds. */
final class Scale {

    private static final double FACTOR = Double.parseDouble(System.getProperty("coppice.bench.scale", "1"));

    private Scale() {}

    /** A number of messages, sessions or branches. */
    static int size(int full) {
        return (int) Math.max(Math.min(full, 100), Math.round(full * FACTOR));
    }

    /** A number of repetitions. */
    static int times(int full) {
        return (int) Math.max(3, Math.round(full * Math.min(1, FACTOR)));
    }

    /** The time a round may take. */
    static Duration round(long fullMillis) {
        return Duration.ofMillis((long) (fullMillis * Math.max(0.1, Math.min(1, FACTOR))));
    }

    static boolean isFull() {
        return FACTOR == 1;
    }
}
