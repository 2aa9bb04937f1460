package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Await;
import dev.coppice.support.EventStream;
import dev.coppice.support.Json;
import dev.coppice.support.PrometheusText;
import dev.coppice.support.SharedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code /metrics}: figures of the node for Prometheus. */
@DatabaseNeutral
class MetricsIT extends Contract {
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final String APPENDS_BY_ROUTE =
            "coppice_http_requests_total{method=\"POST\",route=\"/v1/sessions/{session}/messages\",status=\"%d\"}";

    private static PrometheusText metrics() {
        var answer = api().as(SharedServer.METRICS_TOKEN).get("/metrics").send().expect(200);
        // Servers write the parameters in different orders.
        var type = Set.of(answer.header("Content-Type").toLowerCase().split("; ?"));
        assertEquals(Set.of("text/plain", "version=0.0.4", "charset=utf-8"), type);
        return PrometheusText.parse(answer.text());
    }

    @Test
    void appendsAndMessagesAreCounted() {
        var session = session();
        var before = metrics();
        append(session, message("m1", "hello"), message("m2", "world")).expect(201);
        append(session, message("m2", "another")).expect(409);
        var after = metrics();
        assertTrue(after.value("coppice_appends_total") >= before.value("coppice_appends_total") + 1);
        assertTrue(after.value("coppice_messages_total") >= before.value("coppice_messages_total") + 2);
        for (var status : new int[] {201, 409}) {
            var series = APPENDS_BY_ROUTE.formatted(status);
            assertTrue(after.value(series) >= before.value(series) + 1, series);
        }
        var durations =
                "coppice_http_request_duration_seconds_count{method=\"POST\",route=\"/v1/sessions/{session}/messages\"}";
        assertTrue(after.value(durations) >= before.value(durations) + 2);
    }

    @Test
    void searchesCompactionsAndModelCallsAreCounted() {
        var session = sessionWithMessages(3);
        var before = metrics();
        api().get("/v1/sessions/{}/search", session).query("q", "text").send().expect(200);
        api().post("/v1/sessions/{}/compact", session).json("{}").send();
        var after = metrics();
        assertTrue(after.value("coppice_search_duration_seconds_count")
                > before.value("coppice_search_duration_seconds_count"));
        assertTrue(after.sum("coppice_compactions_total") > before.sum("coppice_compactions_total"));
        assertTrue(after.has("coppice_model_calls_total{outcome=\"answered\"}"));
        assertTrue(after.has("coppice_model_tokens_total{kind=\"input\"}"));
    }

    @Test
    void openStreamsAreCounted() {
        var session = session();
        try (var stream = EventStream.open(api().get("/v1/sessions/{}/events", session))) {
            Await.until("the stream is counted", SOON, () -> metrics().sum("coppice_feed_streams") >= 1);
        }
        assertTrue(metrics().has("coppice_feed_lag_events"));
    }

    @Test
    @WildFlyOnly("the statistics are those of its connection pools")
    void poolsAreMeasured() {
        var metrics = metrics();
        assertTrue(metrics.value("coppice_db_connections_open{pool=\"transactions\"}") >= 1);
        assertTrue(metrics.has("coppice_db_connections_in_use{pool=\"reads\"}"));
        assertTrue(metrics.has("coppice_db_connection_failures_total{pool=\"transactions\"}"));
        assertTrue(metrics.has("coppice_db_connection_failures_total{pool=\"reads\"}"));
    }

    @Test
    void queuesIndexTasksAndJvmAreMeasured() {
        var metrics = metrics();
        assertTrue(metrics.has("coppice_db_connections_waiting"));
        assertTrue(metrics.has("coppice_session_queue_waiting"));
        assertTrue(metrics.has("coppice_index_lag_seconds"));
        assertTrue(metrics.value("coppice_disk_free_bytes") > 0);
        assertEquals(1, metrics.sum("coppice_index_state"));
        assertTrue(metrics.value("coppice_task_runs_total{task=\"sweeps\"}") >= 1);
        assertTrue(metrics.value("jvm_memory_used_bytes{area=\"heap\"}") > 0);
        assertTrue(metrics.value("jvm_threads") > 0);
        assertTrue(metrics.value("process_open_fds") > 0);
        assertEquals(0, metrics.value("coppice_metrics_failures_total"));
    }

    /** The labels contain templates of routes, but nothing that a client has chosen. */
    @Test
    void noLabelNamesTenantUserOrSession() {
        var tenant = unique("tenant");
        var session = unique("session");
        var client = api().as(token(tenant, "write"));
        client.post("/v1/sessions")
                .json(Json.object("id", session, "userId", unique("user")))
                .send()
                .expect(201);
        client.get("/v1/sessions/{}/no-such-route", session).send().expect(404);
        var text = metrics().toString();
        for (var secret : new String[] {tenant, session, "user-", "no-such-route"}) {
            assertFalse(text.contains(secret), secret);
        }
    }

    @Test
    void onlyAdministratorsOfTheDefaultTenantAndTheTokenOfMetricsRead() {
        api().get("/metrics").send().expect(200);
        api().as(token("default", "write")).get("/metrics").send().problem(403, "forbidden");
        api().as(token(unique("t"), "admin")).get("/metrics").send().problem(403, "forbidden");
        api().as("unknown").get("/metrics").send().problem(401, "unauthenticated");
        api().as(null).get("/metrics").send().problem(401, "unauthenticated");
        api().as(SharedServer.METRICS_TOKEN).get("/v1/sessions").send().problem(401, "unauthenticated");
    }

    /** The page and the dashboard name metrics that exist, and the page names all. */
    @Test
    void pageAndDashboardNameTheMetrics() throws Exception {
        var names = metrics().families();
        assertEquals(names, named(Files.readString(Path.of("src/docs/metrics.md")), "(?m)^\\| `(\\w+)"));
        var used = named(
                Files.readString(Path.of("docker/grafana-dashboard.json")), "\\b((?:coppice|jvm|process)_\\w+)\\b");
        used.removeIf(name -> names.contains(name.replaceAll("_(bucket|sum|count)$", "")));
        assertEquals(new TreeSet<String>(), used);
    }

    private static TreeSet<String> named(String text, String pattern) {
        var names = new TreeSet<String>();
        var found = Pattern.compile(pattern).matcher(text);
        while (found.find()) {
            names.add(found.group(1));
        }
        return names;
    }
}
