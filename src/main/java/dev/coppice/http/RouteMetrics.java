package dev.coppice.http;

import dev.coppice.metrics.Counter;
import dev.coppice.metrics.Histogram;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.ObjIntConsumer;

/**
 * Counts the requests of one route by status, and measures their durations. Thread-safe; recording allocates nothing,
 * apart from the counter of a status at its first response.
 */
final class RouteMetrics {
    private static final int STATUSES = 600;

    private final String method;
    private final String template;
    private final Histogram durations = new Histogram();
    private final AtomicReferenceArray<Counter> byStatus = new AtomicReferenceArray<>(STATUSES);

    /**
     * Creates the counts and durations of a route that has got no requests yet.
     *
     * @param method the HTTP method
     * @param template the path with the names of its parameters, for example {@code /v1/sessions/{session}}
     */
    RouteMetrics(String method, String template) {
        this.method = method;
        this.template = template;
    }

    String method() {
        return method;
    }

    String template() {
        return template;
    }

    /**
     * Records a request.
     *
     * @param status status of the response; a number outside of 1 to 599 counts as 0
     * @param nanos duration in nanoseconds
     */
    void record(int status, long nanos) {
        int index = status > 0 && status < STATUSES ? status : 0;
        var counter = byStatus.get(index);
        if (counter == null) {
            counter = byStatus.updateAndGet(index, known -> known == null ? new Counter() : known);
        }
        counter.increment();
        durations.record(nanos);
    }

    Histogram durations() {
        return durations;
    }

    /** Passes each status that occurred to {@code consumer}, with the number of its responses. */
    void forEachStatus(ObjIntConsumer<Counter> consumer) {
        for (int status = 0; status < STATUSES; status++) {
            var counter = byStatus.get(status);
            if (counter != null) {
                consumer.accept(counter, status);
            }
        }
    }
}
