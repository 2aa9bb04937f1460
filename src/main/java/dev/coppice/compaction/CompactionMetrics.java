package dev.coppice.compaction;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.metrics.CounterMap;
import dev.coppice.metrics.Histogram;
import dev.coppice.metrics.MetricSource;
import dev.coppice.metrics.MetricText;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Locale;
import java.util.function.Supplier;

/** Counts the compactions of this node by their outcome, and measures how long they take. Thread-safe. */
@ApplicationScoped
public class CompactionMetrics implements MetricSource {
    /** How a compaction ended. */
    enum Outcome {
        /** A summary was stored. */
        STORED,
        /** There was nothing to compact. */
        NOTHING,
        /** The messages to summarize were changed, deleted or replaced by another summary during the compaction. */
        CONFLICT,
        /** The summarizer does not exist or returned no valid summary. */
        SUMMARIZER_FAILED,
        /** Anything else, for example a deleted session or an unreachable database. */
        ERROR
    }

    private final CounterMap<Outcome> outcomes = new CounterMap<>(Outcome.class);
    private final Histogram durations = new Histogram();

    /**
     * Runs a compaction, records its duration and outcome, and returns its result. Throws what the compaction throws.
     */
    CompactionResult record(Supplier<CompactionResult> compaction) {
        long start = System.nanoTime();
        var outcome = Outcome.ERROR;
        try {
            var result = compaction.get();
            outcome = result.compacted() ? Outcome.STORED : Outcome.NOTHING;
            return result;
        } catch (Problem e) {
            outcome = outcome(e);
            throw e;
        } finally {
            outcomes.of(outcome).increment();
            durations.recordSince(start);
        }
    }

    private static Outcome outcome(Problem problem) {
        if (problem.code() == Code.COMPACTION_CONFLICT) {
            return Outcome.CONFLICT;
        }
        return problem.code() == Code.SUMMARIZER_FAILED ? Outcome.SUMMARIZER_FAILED : Outcome.ERROR;
    }

    @Override
    public void write(MetricText out) {
        out.counters("coppice_compactions_total", "Compactions by outcome, automatic and requested ones.");
        for (var outcome : Outcome.values()) {
            var word = outcome.name().toLowerCase(Locale.ROOT).replace('_', '-');
            out.sample(outcomes.of(outcome), "outcome", word);
        }
        out.histograms("coppice_compaction_duration_seconds", "Time of compactions, of the summarizer included.")
                .sample(durations);
    }
}
