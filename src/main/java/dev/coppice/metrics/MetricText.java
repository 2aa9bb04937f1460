package dev.coppice.metrics;

/**
 * Writes metrics in the text format of Prometheus, version 0.0.4. A family has a name, a type, an explanation and
 * samples; a sample has labels and a value. The samples of a family must follow its declaration. Not thread-safe.
 */
public final class MetricText {
    /** Media type of the text. */
    public static final String TYPE = "text/plain;version=0.0.4;charset=utf-8";

    private final StringBuilder text = new StringBuilder(8 << 10);
    private String family;

    /**
     * Begins a family of counters.
     *
     * @param name name of the family; must end with {@code _total}, unless Prometheus has a standard name for this
     *     metric that ends differently
     * @param help one sentence about what is counted
     */
    public MetricText counters(String name, String help) {
        return family(name, "counter", help);
    }

    /**
     * Begins a family of values that rise and fall.
     *
     * @param name name of the family
     * @param help one sentence about what is measured
     */
    public MetricText gauges(String name, String help) {
        return family(name, "gauge", help);
    }

    /**
     * Begins a family of histograms.
     *
     * @param name name of the family; must end with {@code _seconds}
     * @param help one sentence about what is measured
     */
    public MetricText histograms(String name, String help) {
        return family(name, "histogram", help);
    }

    private MetricText family(String name, String type, String help) {
        family = name;
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
        return this;
    }

    /**
     * Writes a sample of the current family.
     *
     * @param labels names and values of the labels, alternating, for example {@code "pool", "reads"}
     */
    public MetricText sample(long value, String... labels) {
        begin("", labels, null).append(value).append('\n');
        return this;
    }

    /** Writes a sample of the current family as {@link #sample(long, String...)} does. */
    public MetricText sample(double value, String... labels) {
        begin("", labels, null).append(value).append('\n');
        return this;
    }

    /** Writes the sum of a counter as {@link #sample(long, String...)} does. */
    public MetricText sample(Counter counter, String... labels) {
        return sample(counter.sum(), labels);
    }

    /**
     * Writes the samples of a histogram. For each bucket, there is a sample with the number of durations up to the
     * bucket's upper bound, inclusive; so the sample also counts the durations in lower buckets. Two more samples
     * contain the sum of all durations in seconds, and the number of all durations.
     *
     * @param labels names and values of the labels, alternating, for example {@code "method", "GET"}
     */
    public MetricText sample(Histogram histogram, String... labels) {
        long count = 0;
        for (int bucket = 0; bucket < Histogram.BOUNDS.size(); bucket++) {
            count += histogram.count(bucket);
            begin("_bucket", labels, Histogram.BOUNDS.get(bucket).toString())
                    .append(count)
                    .append('\n');
        }
        count += histogram.count(Histogram.BOUNDS.size());
        begin("_bucket", labels, "+Inf").append(count).append('\n');
        begin("_sum", labels, null).append(histogram.sumSeconds()).append('\n');
        begin("_count", labels, null).append(count).append('\n');
        return this;
    }

    /**
     * Appends the name and the labels of a sample.
     *
     * @param suffix appended to the name of the family
     * @param labels names and values of the labels, alternating
     * @param bound value of the additional label {@code le}, the upper bound of a bucket; null for a sample without
     *     this label
     */
    private StringBuilder begin(String suffix, String[] labels, String bound) {
        text.append(family).append(suffix);
        char separator = '{';
        for (int i = 0; i < labels.length; i += 2) {
            label(separator, labels[i], labels[i + 1]);
            separator = ',';
        }
        if (bound != null) {
            label(separator, "le", bound);
            separator = ',';
        }
        return text.append(separator == '{' ? " " : "} ");
    }

    private void label(char separator, String name, String value) {
        var escaped = value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
        text.append(separator).append(name).append("=\"").append(escaped).append('"');
    }

    /** Returns the length of the text so far, to be passed to {@link #cut} if a source fails. */
    int length() {
        return text.length();
    }

    /**
     * Shortens the text to an earlier length. Used if a source fails, so that its incomplete metrics are not published.
     *
     * @param length an earlier result of {@link #length}
     */
    void cut(int length) {
        text.setLength(length);
    }

    /** Returns the text that was written so far. */
    @Override
    public String toString() {
        return text.toString();
    }
}
