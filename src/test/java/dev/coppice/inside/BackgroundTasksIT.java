package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.background.TaskMetrics;
import dev.coppice.metrics.MetricText;
import dev.coppice.support.Await;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A background task that throws an error is repeated, and readiness names it until it works again. */
class BackgroundTasksIT extends InsideTest {
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final String NAME = "\"sweep-a-failing-test\"";

    @Inject
    private FailingSweep sweep;

    @Inject
    private TaskMetrics metrics;

    @AfterEach
    void recover() {
        sweep.fail(false);
    }

    @Test
    void failingTaskIsRepeatedAndShownUntilItWorks() throws Exception {
        Await.until("the task works", SOON, () -> sweep.succeeded() > 0);
        assertFalse(health().body().contains(NAME));
        sweep.fail(true);
        Await.until("the task is repeated", SOON, () -> sweep.failed() > 2);
        var failing = health();
        assertTrue(failing.body().contains(NAME), failing.body());
        assertEquals(200, failing.statusCode());
        assertTrue(failing.body().startsWith("{\"status\":\"UP\""), failing.body());
        assertFalse(failing.body().contains("secret"));
        assertFalse(failing.body().contains("sweep-keyed-state"), "another sweep on the same timer works");
        int before = sweep.succeeded();
        sweep.fail(false);
        Await.until("the task works again", SOON, () -> sweep.succeeded() > before + 1);
        assertFalse(health().body().contains(NAME));
    }

    /** A deadlock with a request is ordinary, so the log has no warning. Five in a row are a failure. */
    @Test
    void conflictWithAnotherTransactionIsRepeatedAndIsNoFailure() {
        var before = failures();
        afterConflicts(4);
        assertEquals(before, failures());
        afterConflicts(5);
        assertNotEquals(before, failures());
    }

    private void afterConflicts(int times) {
        sweep.conflict(times);
        Await.until("the conflicts are over", SOON, () -> !sweep.hasConflicts());
        int succeeded = sweep.succeeded();
        Await.until("the task works", SOON, () -> sweep.succeeded() > succeeded);
    }

    /** The metric that counts the failures of the sweep. */
    private String failures() {
        var figures = new MetricText();
        metrics.write(figures);
        return figures.toString()
                .lines()
                .filter(line -> line.startsWith("coppice_task_failures_total") && line.contains(NAME))
                .findFirst()
                .orElseThrow();
    }

    private static HttpResponse<String> health() throws IOException, InterruptedException {
        var uri = URI.create("http://127.0.0.1:" + System.getProperty("coppice.http.port") + "/health/ready");
        return HttpClient.newHttpClient().send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    }
}
