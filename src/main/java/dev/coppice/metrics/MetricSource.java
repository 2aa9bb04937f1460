package dev.coppice.metrics;

/**
 * Writes the figures of one part of the server. {@code /metrics} calls every bean of this type. A source must not query
 * the database, so that the figures of an outage can be read during the outage.
 */
public interface MetricSource {
    /**
     * Writes the figures of this source as families (see {@link MetricText}), each with all its samples. Several
     * threads may call this method at the same time.
     */
    void write(MetricText out);
}
