package dev.coppice.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MetricTextTest {
    @Test
    void samplesFollowTheirFamily() {
        var counter = new Counter();
        counter.add(3);
        var out = new MetricText();
        out.counters("tests_total", "Tests by outcome.").sample(counter, "outcome", "green", "kind", "unit");
        out.gauges("tests_running", "Tests that run.").sample(2).sample(0.5);
        assertEquals(
                """
                # HELP tests_total Tests by outcome.
                # TYPE tests_total counter
                tests_total{outcome="green",kind="unit"} 3
                # HELP tests_running Tests that run.
                # TYPE tests_running gauge
                tests_running 2
                tests_running 0.5
                """,
                out.toString());
    }

    @Test
    void labelsAreEscaped() {
        var out = new MetricText();
        out.gauges("g", "Help.").sample(1, "text", "a\"b\\c\nd");
        assertTrue(out.toString().endsWith("g{text=\"a\\\"b\\\\c\\nd\"} 1\n"), out.toString());
    }

    @Test
    void bucketsOfHistogramAreCumulative() {
        var histogram = new Histogram();
        histogram.record(TimeUnit.MILLISECONDS.toNanos(1));
        histogram.record(TimeUnit.MILLISECONDS.toNanos(4));
        histogram.record(TimeUnit.MINUTES.toNanos(1));
        var out = new MetricText();
        out.histograms("h_seconds", "Help.").sample(histogram, "route", "/a");
        var lines = out.toString().lines().toList();
        assertTrue(lines.contains("h_seconds_bucket{route=\"/a\",le=\"0.001\"} 1"), out.toString());
        assertTrue(lines.contains("h_seconds_bucket{route=\"/a\",le=\"0.005\"} 2"), out.toString());
        assertTrue(lines.contains("h_seconds_bucket{route=\"/a\",le=\"30.0\"} 2"), out.toString());
        assertTrue(lines.contains("h_seconds_bucket{route=\"/a\",le=\"+Inf\"} 3"), out.toString());
        assertTrue(lines.contains("h_seconds_sum{route=\"/a\"} 60.005"), out.toString());
        assertTrue(lines.contains("h_seconds_count{route=\"/a\"} 3"), out.toString());
    }
}
