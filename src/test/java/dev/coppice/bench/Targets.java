package dev.coppice.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Targets of a benchmark, printed as soon as they are measured. Not thread-safe. */
final class Targets {
    private final List<String> rows = new ArrayList<>();

    /** Adds a target, which is reached if the figure is not above the limit. */
    void add(String name, double figure, double limit, String unit) {
        var row = String.format(
                Locale.ROOT,
                "| %s | %.2f%s | %s%s | %s |",
                name,
                figure,
                unit,
                limit == Math.rint(limit) ? String.valueOf((long) limit) : String.valueOf(limit),
                unit,
                figure <= limit ? "reached" : "**not reached**");
        rows.add(row);
        System.out.println(row);
    }

    String markdown() {
        return "| target | figure | at most | |\n|---|--:|--:|---|\n" + String.join("\n", rows) + "\n";
    }
}
