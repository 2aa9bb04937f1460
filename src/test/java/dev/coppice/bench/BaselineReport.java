package dev.coppice.bench;

import java.io.IOException;
import java.util.Locale;

/** Latencies of the server beside those of plain JDBC on the same database, and targets. Not thread-safe. */
final class BaselineReport {
    private final Targets targets = new Targets();
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
        targets.add(name, figure, limit, unit);
    }

    void note(String text) {
        lines.note(text);
    }

    void write(Measurement measurement) throws IOException {
        var text = targets.markdown()
                + """

                | operation | p50 ms | p99 ms | per second | JDBC p50 | p99 | per second | ratio |
                |---|--:|--:|--:|--:|--:|--:|--:|
                """;
        measurement.write(lines.markdown(text));
    }
}
