package dev.coppice.bench;

import java.io.IOException;
import java.util.Locale;

/** Latencies of searches beside those of plain Lucene on the same index. Not thread-safe. */
final class SearchReport {
    private final ReportLines lines = new ReportLines();

    /**
     * @param thousand plain Lucene with a limit of 1,000 hits
     * @param ten plain Lucene with a limit of 10 hits
     * @param hits how many of 1,000 hits plain Lucene found, on average
     */
    void row(String query, Sample server, Sample thousand, Sample ten, double hits) {
        lines.row(String.format(
                Locale.ROOT,
                "| %s | %.0f | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.1f |",
                query,
                hits,
                server.p50(),
                server.p99(),
                thousand.p50(),
                thousand.p99(),
                ten.p50(),
                ten.p99(),
                server.p99() / thousand.p99()));
    }

    void note(String text) {
        lines.note(text);
    }

    void write(Measurement measurement) throws IOException {
        measurement.write(
                lines.markdown(
                        """
                | query | hits of 1,000 | p50 ms | p99 ms | Lucene, 1,000: p50 | p99 | Lucene, 10: p50 | p99 | p99 : p99 of Lucene, 1,000 |
                |---|--:|--:|--:|--:|--:|--:|--:|--:|
                """));
    }
}
