package dev.coppice.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The figures of one database: said as they come, and written as Markdown at the end. */
final class Report {

    private final String title;
    private final List<String> goals = new ArrayList<>();
    private final Lines lines = new Lines();

    Report(String title) {
        this.title = title;
    }

    void row(String what, Rounds.Pair pair) {
        row(what, pair.ours(), pair.raw());
    }

    /** An empty raw sample: there is nothing like it to compare with. */
    void row(String what, Sample ours, Sample raw) {
        var ratio = raw.isEmpty() ? "–" : String.format(Locale.ROOT, "%.1f", ours.p50() / raw.p50());
        var row = "| " + what + " | " + figures(ours) + " | " + figures(raw) + " | " + ratio + " |";
        lines.row(row);
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

    /** A figure that the server must reach: it is reached when it is not above the limit. */
    void goal(String what, double figure, double limit, String unit) {
        var said = String.format(
                Locale.ROOT,
                "| %s | %.2f%s | %s%s | %s |",
                what,
                figure,
                unit,
                limit == Math.rint(limit) ? String.valueOf((long) limit) : String.valueOf(limit),
                unit,
                figure <= limit ? "reached" : "**not reached**");
        goals.add(said);
        System.out.println(said);
    }

    void note(String text) {
        lines.note(text);
    }

    void write(Path file, String database) throws IOException {
        var text = new StringBuilder();
        text.append("# ").append(title).append("\n\n");
        text.append(String.format(
                "%s · %s %s · %s · %s%n%n",
                ZonedDateTime.now(ZoneOffset.UTC).format(DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'")),
                System.getProperty("java.vm.name"),
                Runtime.version(),
                database,
                Lines.scale()));
        text.append(
                """
                Messages of 400 bytes. Times in milliseconds; ours over HTTP with a Java client that shares the cores
                with the server and the database, raw as plain JDBC on the same database in the same run, the rounds
                alternating. Ratio of the medians. p99 only where there were 100 pieces of work or more.

                | must reach | figure | at most | |
                |---|--:|--:|---|
                """);
        goals.forEach(goal -> text.append(goal).append('\n'));
        text.append(
                """

                | what | p50 | p99 | a second | raw p50 | p99 | a second | ratio |
                |---|--:|--:|--:|--:|--:|--:|--:|
                """);
        lines.write(file, text.toString());
    }
}
