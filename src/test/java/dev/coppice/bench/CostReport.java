package dev.coppice.bench;

import java.io.IOException;
import java.util.Locale;

/** CPU time and statements per request, and targets. Not thread-safe. */
final class CostReport {
    private final Targets targets = new Targets();
    private final ReportLines lines = new ReportLines();

    /**
     * @param micros CPU time of the server process per request, in microseconds
     * @param multiple the same as a multiple of the cheapest request's
     * @param compiler the share of the JIT compiler in the CPU time, from 0 to 1
     * @param own SQL statements of the request itself
     * @param statements the same with those that the request causes in background tasks
     */
    void row(String operation, double micros, double multiple, double compiler, double own, double statements) {
        lines.row(String.format(
                Locale.ROOT,
                "| %s | %.0f | %.1f | %.1f %% | %.1f | %.1f |",
                operation,
                micros,
                multiple,
                100 * compiler,
                own,
                statements));
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

                | request | CPU µs | multiple of the first | of it JIT compiler | statements | with background |
                |---|--:|--:|--:|--:|--:|
                """;
        measurement.write(lines.markdown(text));
    }
}
