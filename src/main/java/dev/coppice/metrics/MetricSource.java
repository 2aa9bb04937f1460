package dev.coppice.metrics;

/**
 * Writes the metrics of one part of the server. A request to {@code /metrics} calls every bean of this type. A source
 * must not query the database, because the metrics must also be readable while the database is unreachable.
 */
public interface MetricSource {
    /**
     * Writes the metrics of this source as families of samples (see {@link MetricText}). Several threads may call this
     * method at the same time.
     */
    void write(MetricText out);
}
