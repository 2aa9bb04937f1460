package dev.coppice.support;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Metrics in the text format of Prometheus. Parsing fails if the text violates the format. */
public final class PrometheusText {
    private static final Pattern SAMPLE = Pattern.compile(
            "([a-z_]+)(\\{(?:[a-z]+=\"(?:[^\"\\\\]|\\\\.)*\"(?:,(?=[a-z])|(?=})))+})? ([0-9.E+-]+|NaN)");

    private final Map<String, Double> samples = new LinkedHashMap<>();
    private final TreeSet<String> families = new TreeSet<>();
    private final String text;

    private PrometheusText(String text) {
        this.text = text;
    }

    /** Parses the text; each sample must follow the declaration of its family, and be the only one with its labels. */
    public static PrometheusText parse(String text) {
        var parsed = new PrometheusText(text);
        var family = "";
        for (var line : text.lines().toList()) {
            if (line.startsWith("# TYPE ")) {
                family = line.split(" ")[2];
                require(parsed.families.add(family), line);
            } else if (!line.startsWith("# HELP ")) {
                parsed.add(family, line);
            }
        }
        return parsed;
    }

    private void add(String family, String line) {
        var sample = SAMPLE.matcher(line);
        require(sample.matches(), line);
        require(sample.group(1).matches(family + "(_bucket|_sum|_count)?"), line);
        var name = line.substring(0, line.lastIndexOf(' '));
        require(samples.put(name, Double.parseDouble(sample.group(3))) == null, line);
    }

    private static void require(boolean valid, String line) {
        if (!valid) {
            throw new AssertionError("Not in the format of Prometheus: " + line);
        }
    }

    /** The names of all families. */
    public TreeSet<String> families() {
        return new TreeSet<>(families);
    }

    /** True if there is a sample with this name and these labels. */
    public boolean has(String series) {
        return samples.containsKey(series);
    }

    /** The value of a sample; 0 if it is missing. */
    public double value(String series) {
        return samples.getOrDefault(series, 0.0);
    }

    /** The sum of all samples of a family. */
    public double sum(String family) {
        return samples.entrySet().stream()
                .filter(sample -> sample.getKey().replaceAll("\\{.*", "").equals(family))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    @Override
    public String toString() {
        return text;
    }
}
