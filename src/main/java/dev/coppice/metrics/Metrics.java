package dev.coppice.metrics;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Collects the metrics of all parts of this node. Thread-safe. */
@ApplicationScoped
public class Metrics {
    private static final Logger LOG = Logger.getLogger(Metrics.class.getName());

    @Inject
    @Any
    private Instance<MetricSource> sources;

    private final Counter failures = new Counter();

    /**
     * Returns the metrics of all sources as a text in the format of {@link MetricText}. If a source fails, its metrics
     * are left out, and the failure is counted.
     */
    public String text() {
        var out = new MetricText();
        for (var source : sources) {
            int before = out.length();
            try {
                source.write(out);
            } catch (RuntimeException e) {
                out.cut(before);
                failures.increment();
                LOG.log(Level.FINE, "Figures are missing in /metrics", e);
            }
        }
        out.counters("coppice_metrics_failures_total", "Times that a part of these figures could not be determined.")
                .sample(failures);
        return out.toString();
    }
}
