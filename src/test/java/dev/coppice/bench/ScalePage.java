package dev.coppice.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** {@code scale.md}, which shows what {@link ScaleCurve} prints. Not thread-safe. */
final class ScalePage {
    static final Path PAGE = Path.of("src/docs/scale.md");

    private ScalePage() {}

    /** Writes the curve of the figures that {@code benchmarks.md} has now. */
    static void write() throws IOException {
        Files.writeString(PAGE, current());
    }

    /** @return the page as it must be */
    static String current() throws IOException {
        return BenchmarkPage.replace(Files.readString(PAGE), "curve", ScaleCurve.curve());
    }
}
