package dev.coppice.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.metrics.MetricText;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestMetricsTest {
    @Path("v1/things/{thing}/")
    static class Things {
        @GET
        public void get() {}

        @DELETE
        @Path("parts/{ part : [a-z]{1,3}/.* }")
        public void remove() {}
    }

    private static RouteMetrics route(RequestMetrics metrics, String method) throws NoSuchMethodException {
        return metrics.of(Things.class.getMethod(method), Things.class);
    }

    @Test
    void templateHasNamesOfParametersWithoutPatterns() throws NoSuchMethodException {
        var metrics = new RequestMetrics();
        assertEquals("/v1/things/{thing}", route(metrics, "get").template());
        assertEquals("/v1/things/{thing}/parts/{part}", route(metrics, "remove").template());
        assertEquals("DELETE", route(metrics, "remove").method());
    }

    @Test
    void requestsAreCountedByRouteAndStatus() throws NoSuchMethodException {
        var metrics = new RequestMetrics();
        route(metrics, "get").record(200, 1);
        route(metrics, "get").record(200, 1);
        route(metrics, "get").record(404, 1);
        metrics.other().record(401, 1);
        var out = new MetricText();
        metrics.write(out);
        var counts = out.toString()
                .lines()
                .filter(line -> line.startsWith("coppice_http_requests_total"))
                .toList();
        assertEquals(
                List.of(
                        "coppice_http_requests_total{method=\"GET\",route=\"/v1/things/{thing}\",status=\"200\"} 2",
                        "coppice_http_requests_total{method=\"GET\",route=\"/v1/things/{thing}\",status=\"404\"} 1",
                        "coppice_http_requests_total{method=\"any\",route=\"none\",status=\"401\"} 1"),
                counts);
    }
}
