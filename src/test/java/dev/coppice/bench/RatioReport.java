package dev.coppice.bench;

import java.io.IOException;
import java.util.Locale;

/** Latencies of two alternating operations, their ratio and its target. Not thread-safe. */
final class RatioReport {
    private final String first;
    private final String second;
    private final ReportLines lines = new ReportLines();

    /**
     * @param first column title of the operation that is compared
     * @param second column title of the operation that it is compared with
     */
    RatioReport(String first, String second) {
        this.first = first;
        this.second = second;
    }

    /** Adds a row with the ratio of the medians. */
    void medians(String operation, Sample one, Sample other, double limit) {
        row(operation, one, other, "p50", one.p50() / other.p50(), limit);
    }

    /** Adds a row with the ratio of the 99th percentiles. */
    void tails(String operation, Sample one, Sample other, double limit) {
        row(operation, one, other, "p99", one.p99() / other.p99(), limit);
    }

    private void row(String operation, Sample one, Sample other, String percentile, double ratio, double limit) {
        lines.row(String.format(
                Locale.ROOT,
                "| %s | %d | %.2f | %.2f | %.2f | %.2f | %.2f × of %s | %.1f × | %s |",
                operation,
                one.count(),
                one.p50(),
                one.p99(),
                other.p50(),
                other.p99(),
                ratio,
                percentile,
                limit,
                ratio <= limit ? "reached" : "**not reached**"));
    }

    void note(String text) {
        lines.note(text);
    }

    void write(Measurement measurement) throws IOException {
        measurement.write(lines.markdown(
                """
                | operation | times | %s p50 ms | p99 ms | %s p50 ms | p99 ms | ratio | at most | |
                |---|--:|--:|--:|--:|--:|--:|--:|---|
                """
                        .formatted(first, second)));
    }
}
