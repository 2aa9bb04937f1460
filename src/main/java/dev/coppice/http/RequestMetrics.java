package dev.coppice.http;

import dev.coppice.metrics.MetricSource;
import dev.coppice.metrics.MetricText;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Figures of all HTTP requests, by route. Paths that clients choose are in no label, only the templates of routes. All
 * requests without a route count as one route: those for which none exists, those without a valid token, and the files
 * of the console. Thread-safe.
 */
@ApplicationScoped
public class RequestMetrics implements MetricSource {
    /** Label of requests without a route. */
    static final String NO_ROUTE = "none";

    private final Map<Method, RouteMetrics> routes = new ConcurrentHashMap<>();
    private final RouteMetrics other = new RouteMetrics("any", NO_ROUTE);
    private final LongAdder running = new LongAdder();

    /** Returns the figures of the route that a method of a resource class serves. */
    RouteMetrics of(Method method, Class<?> resource) {
        var known = routes.get(method);
        return known != null ? known : routes.computeIfAbsent(method, key -> route(key, resource));
    }

    /** Returns the figures of requests without a route. */
    RouteMetrics other() {
        return other;
    }

    /** Records that the processing of a request begins. */
    void begun() {
        running.increment();
    }

    /** Records that the processing of a request has ended. */
    void ended() {
        running.decrement();
    }

    private static RouteMetrics route(Method method, Class<?> resource) {
        var verb = Arrays.stream(method.getAnnotations())
                .map(annotation -> annotation.annotationType().getAnnotation(HttpMethod.class))
                .filter(Objects::nonNull)
                .map(HttpMethod::value)
                .findFirst()
                .orElse("any");
        return new RouteMetrics(verb, template(resource.getAnnotation(Path.class), method.getAnnotation(Path.class)));
    }

    /** Returns the path of a route: the paths of class and method, with the names of parameters but no patterns. */
    static String template(Path resource, Path method) {
        var path = "/" + (resource == null ? "" : resource.value()) + "/" + (method == null ? "" : method.value());
        return path.replaceAll("\\{\\s*(\\w+)\\s*:(?:[^{}]|\\{[^{}]*})*}", "{$1}")
                .replaceAll("/+", "/")
                .replaceAll("(?<=.)/$", "");
    }

    @Override
    public void write(MetricText out) {
        var used = used();
        out.gauges("coppice_http_requests_running", "Requests that are processed now, without open event streams.")
                .sample(running.sum());
        out.counters("coppice_http_requests_total", "Requests by route and status of the response.");
        for (var route : used) {
            route.forEachStatus((counter, status) -> out.sample(
                    counter, "method", route.method(), "route", route.template(), "status", String.valueOf(status)));
        }
        out.histograms(
                "coppice_http_request_duration_seconds",
                "Time from the headers of a request to the end of its response; for an event stream, until it is open.");
        for (var route : used) {
            out.sample(route.durations(), "method", route.method(), "route", route.template());
        }
    }

    private List<RouteMetrics> used() {
        var all = new ArrayList<>(routes.values());
        all.add(other);
        all.sort(Comparator.comparing(RouteMetrics::template).thenComparing(RouteMetrics::method));
        return all;
    }
}
