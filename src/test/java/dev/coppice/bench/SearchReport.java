package dev.coppice.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** The figures of searches: said as they come, and written as Markdown at the end. */
final class SearchReport {
    private final String title;
    private final Lines lines = new Lines();

    SearchReport(String title) {
        this.title = title;
    }

    /** @param hits what raw found of 1000, on average */
    void row(String what, Sample ours, Sample raw, Sample ten, double hits) {
        var row = String.format(
                Locale.ROOT,
                "| %s | %.0f | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.1f |",
                what,
                hits,
                ours.p50(),
                ours.p99(),
                raw.p50(),
                raw.p99(),
                ten.p50(),
                ten.p99(),
                ours.p99() / raw.p99());
        lines.row(row);
    }

    void note(String text) {
        lines.note(text);
    }

    void write(Path file) throws IOException {
        var table =
                """
                Times in milliseconds; ours over HTTP with a Java client that shares the cores with the server, raw as
                Lucene in the client's JVM on the same index, in turn with ours; other words each time.

                | what | found of 1000 | p50 | p99 | raw, 1000 p50 | p99 | raw, 10 p50 | p99 | p99 ours / raw 1000 |
                |---|--:|--:|--:|--:|--:|--:|--:|--:|
                """;
        lines.write(file, "# " + title + "\n\n" + Lines.scale() + "\n\n" + table);
    }
}
