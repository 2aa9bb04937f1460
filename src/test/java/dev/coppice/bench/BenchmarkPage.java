package dev.coppice.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The documentation page that holds the figures. Each benchmark replaces the text between {@code <!-- begin name -->} and
 * {@code <!-- end name -->}; the rest of the page is written by hand and stays. Not thread-safe.
 *
 * <p>A run at a reduced scale (see {@link Scale}) writes to a copy under {@code target/bench}, so that its figures never
 * get into the documentation.
 */
final class BenchmarkPage {
    private static final Path PAGE = Path.of(System.getProperty("coppice.bench.page", "src/docs/benchmarks.md"));
    private static final Path TRIAL = Path.of("target/bench/benchmarks.md");

    private BenchmarkPage() {}

    /** Replaces the section's text. @throws IllegalStateException if the page has no such section */
    static void write(String section, String text) throws IOException {
        var file = Scale.isFull() ? PAGE : copy();
        Files.writeString(file, replace(Files.readString(file), section, text));
        System.out.println("\n" + text + "\nWritten to section " + section + " of " + file);
    }

    private static Path copy() throws IOException {
        Files.createDirectories(TRIAL.getParent());
        if (Files.notExists(TRIAL)) {
            Files.copy(PAGE, TRIAL);
        }
        return TRIAL;
    }

    static String replace(String page, String section, String text) {
        var begin = "<!-- begin " + section + " -->\n";
        var end = "<!-- end " + section + " -->";
        int from = page.indexOf(begin) + begin.length();
        int to = page.indexOf(end, from);
        if (from < begin.length() || to < 0) {
            throw new IllegalStateException("The benchmark page has no section " + section);
        }
        return page.substring(0, from) + "\n" + text.strip() + "\n\n" + page.substring(to);
    }
}
