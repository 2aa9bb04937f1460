package dev.coppice.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/**
 * {@code scale.md} shows what {@link ScaleCurve} prints for the figures of {@code benchmarks.md}. {@link CostBench} writes
 * both; after a change by hand run {@code mvn test -Dtest=ScaleCurveTest -Dcoppice.docs.write=true}.
 */
class ScaleCurveTest {
    @Test
    void pageShowsTheCurve() throws IOException {
        if (Boolean.getBoolean("coppice.docs.write")) {
            ScalePage.write();
        }
        assertEquals(
                ScalePage.current(),
                Files.readString(ScalePage.PAGE),
                "Run mvn test -Dtest=ScaleCurveTest -Dcoppice.docs.write=true to write " + ScalePage.PAGE);
    }
}
