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
 * Counts all HTTP requests by route, and measures their durations, for {@code /metrics}. Labels contain the template of
 * a route, for example {@code /v1/sessions/{session}}, and never the path that a client sent. All requests without a
 * route count as one route: those for which none exists, those that are refused before their route is known (without a
 * valid token, or above a quota), and the files of the console. Thread-safe.
 */
@ApplicationScoped
public class RequestMetrics implements MetricSource {
    /** Value of the label {@code route} for requests without a route. */
    static final String NO_ROUTE = "none";

    private final Map<Method, RouteMetrics> byMethod = new ConcurrentHashMap<>();
    /**
     * Counts and durations of each route, by HTTP method and template, for example {@code GET /v1/sessions/{session}}.
     * Several Java methods can serve one route, for example by the type of the request body.
     */
    private final Map<String, RouteMetrics> routes = new ConcurrentHashMap<>();

    private final RouteMetrics other = new RouteMetrics("any", NO_ROUTE);
    private final LongAdder running = new LongAdder();

    /**
     * Returns the counts and durations of the route that a method of a resource class serves.
     *
     * @param method the method, for example {@code SessionResource.read}
     * @param resource the resource class
     */
    RouteMetrics of(Method method, Class<?> resource) {
        var known = byMethod.get(method);
        return known != null ? known : byMethod.computeIfAbsent(method, key -> route(key, resource));
    }

    /** Returns the counts and durations of requests without a route. */
    RouteMetrics other() {
        return other;
    }

    void begun() {
        running.increment();
    }

    void ended() {
        running.decrement();
    }

    private RouteMetrics route(Method method, Class<?> resource) {
        var verb = Arrays.stream(method.getAnnotations())
                .map(annotation -> annotation.annotationType().getAnnotation(HttpMethod.class))
                .filter(Objects::nonNull)
                .map(HttpMethod::value)
                .findFirst()
                .orElse("any");
        var template = template(resource.getAnnotation(Path.class), method.getAnnotation(Path.class));
        return routes.computeIfAbsent(verb + " " + template, key -> new RouteMetrics(verb, template));
    }

    /**
     * Returns the path of a route: the paths of class and method, with the names of parameters but without their
     * patterns. For example returns {@code /v1/sessions/{session}} for {@code v1/sessions} and {@code {session: .+}}.
     *
     * @param resource annotation of the resource class, or null
     * @param method annotation of the method, or null
     */
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
