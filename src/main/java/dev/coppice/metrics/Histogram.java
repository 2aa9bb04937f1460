package dev.coppice.metrics;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * Counts durations in fixed ranges (buckets), from a millisecond to half a minute. Thread-safe; recording a duration
 * takes no lock and allocates nothing.
 */
public final class Histogram {
    /**
     * Upper bounds of the buckets in seconds. All histograms have the same bounds, so that they can be compared. The
     * bounds are close to each other in the range of requests that query the database, and go up to 30 s for slow
     * models.
     */
    static final List<Double> BOUNDS =
            List.of(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0);

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long[] BOUNDS_IN_NANOS = BOUNDS.stream()
            .mapToLong(bound -> Math.round(bound * NANOS_PER_SECOND))
            .toArray();

    /**
     * Number of durations in each bucket. The bucket {@code i} contains the durations up to {@code BOUNDS[i]},
     * inclusive, that are above the bound before it. The last bucket contains the durations above all bounds.
     */
    private final LongAdder[] buckets =
            Stream.generate(LongAdder::new).limit(BOUNDS.size() + 1L).toArray(LongAdder[]::new);

    private final LongAdder sum = new LongAdder();

    /**
     * Records a duration.
     *
     * @param nanos the duration in nanoseconds
     */
    public void record(long nanos) {
        int bucket = 0;
        while (bucket < BOUNDS_IN_NANOS.length && nanos > BOUNDS_IN_NANOS[bucket]) {
            bucket++;
        }
        buckets[bucket].increment();
        sum.add(nanos);
    }

    /**
     * Records the duration from a moment until now.
     *
     * @param start value of {@code System.nanoTime()} at the moment
     */
    public void recordSince(long start) {
        record(System.nanoTime() - start);
    }

    /**
     * Returns the number of durations in one bucket alone, without those in lower buckets.
     *
     * @param bucket index of the bucket, from 0 to the number of {@link #BOUNDS}, inclusive
     */
    long count(int bucket) {
        return buckets[bucket].sum();
    }

    /** Returns the sum of all durations in seconds. */
    double sumSeconds() {
        return sum.sum() / NANOS_PER_SECOND;
    }
}
