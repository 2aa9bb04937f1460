package dev.coppice.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The figures of searches: said as they come, and written as Markdown at the end. */
final class SearchReport {
    private final String title;
    private final List<String> rows = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

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
        rows.add(row);
        System.out.println(row);
    }

    void note(String text) {
        notes.add(text);
        System.out.println(text);
    }

    void write(Path file) throws IOException {
        var text = new StringBuilder("# " + title + "\n\n");
        text.append(Runtime.getRuntime().availableProcessors()).append(" cores");
        text.append(Scale.isFull() ? "\n\n" : " · **not at full scale**\n\n");
        text.append(
                """
                Times in milliseconds; ours over HTTP with a Java client that shares the cores with the server, raw as
                Lucene in the client's JVM on the same index, in turn with ours; other words each time.

                | what | found of 1000 | p50 | p99 | raw, 1000 p50 | p99 | raw, 10 p50 | p99 | p99 ours / raw 1000 |
                |---|--:|--:|--:|--:|--:|--:|--:|--:|
                """);
        rows.forEach(row -> text.append(row).append('\n'));
        text.append('\n');
        notes.forEach(note -> text.append("- ").append(note).append('\n'));
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        System.out.println("\n" + text + "\nWritten to " + file);
    }
}
