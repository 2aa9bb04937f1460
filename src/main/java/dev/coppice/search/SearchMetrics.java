package dev.coppice.search;

import dev.coppice.metrics.Counter;
import dev.coppice.metrics.Histogram;
import dev.coppice.metrics.MetricSource;
import dev.coppice.metrics.MetricText;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.function.Supplier;

/** Counts the searches of this node and measures their time. Thread-safe. */
@ApplicationScoped
public class SearchMetrics implements MetricSource {
    private final Histogram durations = new Histogram();
    private final Counter failures = new Counter();

    /**
     * Runs a search and returns its hits. Records the time of the search, even if it throws an exception, and counts
     * the exceptions.
     */
    Hits record(Supplier<Hits> search) {
        long start = System.nanoTime();
        boolean failed = true;
        try {
            var hits = search.get();
            failed = false;
            return hits;
        } finally {
            durations.recordSince(start);
            if (failed) {
                failures.increment();
            }
        }
    }

    @Override
    public void write(MetricText out) {
        out.histograms("coppice_search_duration_seconds", "Time of searches, of clients and of tools for models.")
                .sample(durations);
        out.counters("coppice_search_failures_total", "Searches that failed, also by an invalid cursor.")
                .sample(failures);
    }
}
