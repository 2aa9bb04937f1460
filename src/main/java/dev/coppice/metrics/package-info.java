/**
 * Metrics of a running node, and their output in the text format of Prometheus. A package that has metrics counts them
 * in a {@link dev.coppice.metrics.Counter} or a {@link dev.coppice.metrics.Histogram}, and writes them in a bean of the
 * type {@link dev.coppice.metrics.MetricSource}. Counting allocates nothing and takes no lock. Labels are few and
 * bounded: they never contain a tenant, a user, a session or any other text of a client.
 */
package dev.coppice.metrics;
