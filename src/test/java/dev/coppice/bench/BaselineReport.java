package dev.coppice.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Latencies of the server beside those of plain JDBC on the same database, and targets. Not thread-safe. */
final class BaselineReport {
    private final List<String> targets = new ArrayList<>();
    private final ReportLines lines = new ReportLines();

    void row(String operation, Rounds.Pair pair) {
        row(operation, pair.server(), pair.baseline());
    }

    /** @param baseline empty if plain JDBC has no comparable operation */
    void row(String operation, Sample server, Sample baseline) {
        var ratio = baseline.isEmpty() ? "–" : String.format(Locale.ROOT, "%.1f", server.p50() / baseline.p50());
        lines.row("| " + operation + " | " + figures(server) + " | " + figures(baseline) + " | " + ratio + " |");
    }

    private static String figures(Sample sample) {
        return figure("%,.2f", sample.p50())
                + " | "
                + (sample.count() < 100 ? "–" : figure("%,.2f", sample.p99()))
                + " | "
                + figure("%,.0f", sample.perSecond());
    }

    private static String figure(String format, double value) {
        return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, format, value);
    }

    /** Adds a target, which is reached if the figure is not above the limit. */
    void target(String name, double figure, double limit, String unit) {
        var row = String.format(
                Locale.ROOT,
                "| %s | %.2f%s | %s%s | %s |",
                name,
                figure,
                unit,
                limit == Math.rint(limit) ? String.valueOf((long) limit) : String.valueOf(limit),
                unit,
                figure <= limit ? "reached" : "**not reached**");
        targets.add(row);
        System.out.println(row);
    }

    void note(String text) {
        lines.note(text);
    }

    void write(Measurement measurement) throws IOException {
        var text = new StringBuilder("| target | figure | at most | |\n|---|--:|--:|---|\n");
        targets.forEach(target -> text.append(target).append('\n'));
        text.append(
                """

                | operation | p50 ms | p99 ms | per second | JDBC p50 | p99 | per second | ratio |
                |---|--:|--:|--:|--:|--:|--:|--:|
                """);
        measurement.write(lines.markdown(text.toString()));
    }
}
