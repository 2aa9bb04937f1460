package dev.coppice.search.index;

import dev.coppice.metrics.MetricSource;
import dev.coppice.metrics.MetricText;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** Metrics of this node's search index. Thread-safe. */
@ApplicationScoped
public class IndexMetrics implements MetricSource {
    @Inject
    private Index index;

    @Override
    public void write(MetricText out) {
        out.gauges("coppice_index_lag_seconds", "Age of the oldest event that the search index does not contain.")
                .sample(index.lagSeconds());
        out.gauges("coppice_index_position", "Position in the event log up to which the search index is complete.")
                .sample(index.position());
        var current = index.state();
        out.gauges("coppice_index_state", "1 for the state of the search index, 0 for all others.");
        for (var state : IndexStatus.State.values()) {
            out.sample(state == current ? 1 : 0, "state", state.word());
        }
    }
}
