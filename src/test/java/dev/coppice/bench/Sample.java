package dev.coppice.bench;

import java.util.Arrays;

/** Latencies of an operation, and the total duration of its rounds. Not thread-safe. */
final class Sample {

    static final Sample NONE = new Sample();

    private long[] nanos = new long[1024];
    private int count;
    private long time;

    void add(long latencyNanos) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * count);
        }
        nanos[count++] = latencyNanos;
    }

    /** Adds the latencies that another thread measured. */
    void addAll(Sample other) {
        for (int i = 0; i < other.count; i++) {
            add(other.nanos[i]);
        }
    }

    void addRound(long roundNanos) {
        time += roundNanos;
    }

    int count() {
        return count;
    }

    boolean isEmpty() {
        return count == 0;
    }

    double p50() {
        return millis(0.50);
    }

    double p99() {
        return millis(0.99);
    }

    private double millis(double quantile) {
        if (count == 0) {
            return Double.NaN;
        }
        var sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        return sorted[(int) Math.min(count - 1, Math.floor(quantile * count))] / 1e6;
    }

    /** Operations per second, or NaN if no round was timed. */
    double perSecond() {
        return time == 0 ? Double.NaN : count * 1e9 / time;
    }
}
