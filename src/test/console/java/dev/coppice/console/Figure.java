package dev.coppice.console;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/**
 * A measured time of the console beside its limit. Times depend on what else the machine does, so a limit that is not
 * reached fails a story only with {@code -Dcoppice.console.strict=true}. All figures are printed and appended to
 * {@code target/console/figures.txt}.
 *
 * @param name what was measured
 * @param limit highest time that the console should need, in milliseconds
 */
record Figure(String name, int limit) {
    private static final Path FILE = Path.of("target/console/figures.txt");

    /** Records the measured time, in milliseconds. */
    void reached(double millis) {
        boolean isReached = millis <= limit;
        var line = String.format(
                Locale.ROOT,
                "%s: %.0f ms, limit %d ms: %s",
                name,
                millis,
                limit,
                isReached ? "reached" : "not reached");
        System.out.println(line);
        try {
            Files.createDirectories(FILE.getParent());
            Files.writeString(FILE, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assertTrue(isReached || !Boolean.getBoolean("coppice.console.strict"), line);
    }
}
