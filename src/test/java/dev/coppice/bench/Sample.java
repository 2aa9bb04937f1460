package dev.coppice.bench;

import java.util.Arrays;

/** What single pieces of work took, and over what time. Not safe for threads. */
final class Sample {

    static final Sample NONE = new Sample();

    private long[] nanos = new long[1024];
    private int count;
    private long time;

    void add(long took) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * count);
        }
        nanos[count++] = took;
    }

    /** Another's pieces of work, done at the same time or in another round. */
    void addAll(Sample other) {
        for (int i = 0; i < other.count; i++) {
            add(other.nanos[i]);
        }
    }

    void lasted(long roundNanos) {
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

    private double millis(double part) {
        if (count == 0) {
            return Double.NaN;
        }
        var sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        return sorted[(int) Math.min(count - 1, Math.floor(part * count))] / 1e6;
    }

    /** Pieces of work a second, or NaN where no round was timed. */
    double perSecond() {
        return time == 0 ? Double.NaN : count * 1e9 / time;
    }
}
