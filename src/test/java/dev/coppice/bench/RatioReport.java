package dev.coppice.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** Figures in pairs, and their ratios: said as they come, and written as Markdown at the end. */
final class RatioReport {
    private final String title;
    private final String one;
    private final String other;
    private final Lines lines = new Lines();

    /** @param one what the first figures of a pair are of; {@code other}, what they are compared with */
    RatioReport(String title, String one, String other) {
        this.title = title;
        this.one = one;
        this.other = other;
    }

    /** Of the medians. */
    void medians(String what, Sample with, Sample without, double atMost) {
        row(what, with, without, "p50", with.p50() / without.p50(), atMost);
    }

    /** Of what one in a hundred takes longer than. */
    void tails(String what, Sample with, Sample without, double atMost) {
        row(what, with, without, "p99", with.p99() / without.p99(), atMost);
    }

    private void row(String what, Sample with, Sample without, String of, double ratio, double atMost) {
        var row = String.format(
                Locale.ROOT,
                "| %s | %d | %.2f | %.2f | %.2f | %.2f | %.2f of %s | %.1f | %s |",
                what,
                with.count(),
                with.p50(),
                with.p99(),
                without.p50(),
                without.p99(),
                ratio,
                of,
                atMost,
                ratio <= atMost ? "reached" : "**not reached**");
        lines.row(row);
    }

    void note(String text) {
        lines.note(text);
    }

    void write(Path file) throws IOException {
        var table =
                """
                Messages of 400 bytes. Times in milliseconds, over HTTP with a Java client that shares the cores with the
                server; the two of a pair in turn, in one run.

                | what | times | %s p50 | p99 | %s p50 | p99 | ratio | at most | |
                |---|--:|--:|--:|--:|--:|--:|--:|---|
                """
                        .formatted(one, other);
        lines.write(file, "# " + title + "\n\n" + Lines.scale() + "\n\n" + table);
    }
}
