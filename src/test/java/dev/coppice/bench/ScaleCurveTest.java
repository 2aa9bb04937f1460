package dev.coppice.bench;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** {@code scale.md} shows what {@link ScaleCurve} prints, and its costs are those of {@code benchmarks.md}. */
class ScaleCurveTest {
    private static final Path DOCS = Path.of("src/docs");

    @Test
    void pageShowsTheCurve() throws IOException {
        var page = Files.readString(DOCS.resolve("scale.md"));
        var curve = "<!-- begin curve -->\n\n" + ScaleCurve.table() + "\n<!-- end curve -->";
        assertTrue(page.contains(curve), "scale.md must show:\n" + curve);
    }

    @Test
    void cpuOfAnAppendIsTheMeasuredOne() throws IOException {
        var micros = String.format(Locale.ROOT, "%.0f", ScaleCurve.APPEND_CPU * 1_000_000);
        var measured = "| append of a 400-byte message | " + micros + " |";
        assertTrue(
                Files.readString(DOCS.resolve("benchmarks.md")).contains(measured),
                "benchmarks.md has another figure than ScaleCurve.APPEND_CPU: " + measured);
        var cost = String.format(
                Locale.ROOT, "| CPU of the server for an append | %.3f ms |", ScaleCurve.APPEND_CPU * 1_000);
        assertTrue(Files.readString(DOCS.resolve("scale.md")).contains(cost), "scale.md must have " + cost);
    }
}
