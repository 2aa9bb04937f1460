package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Database;
import dev.coppice.support.Databases;
import dev.coppice.support.HttpCall;
import dev.coppice.support.Json;
import dev.coppice.support.TcpRelay;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * An outage of the database server: answers, log, and the end of the outage. The index is lost during the outage. Not on
 * H2, which is in the server.
 */
@RunsAlone(value = "cuts the connections to the database", ownServer = true, mostlyWaits = true)
@Tag("chaos")
class OutageIT {
    private static final int CLIENTS = 6;
    private static final int PERIOD_MILLIS = 100;
    /** The minute of the limit; longer in the profile {@code chaos}. */
    private static final int SECONDS = Integer.getInteger("coppice.outage", 60);

    /** Number of different requests of {@link #any}. */
    private static final int REQUESTS = 7;

    private static final int LINES_PER_MINUTE = 50;

    private static final Duration ANSWER = Duration.ofSeconds(2);

    /** Part of the answers that may take longer, because the machine may stall; none in the profile {@code chaos}. */
    private static final double LATE = Integer.getInteger("coppice.outage") == null ? 0.01 : 0;

    /** Limit of the late answers. */
    private static final Duration LATEST = Duration.ofSeconds(30);

    private static final Duration SOON = Duration.ofMinutes(1);
    private static final Pattern PORT = Pattern.compile("(?<=127\\.0\\.0\\.1:)\\d+");

    /** Limit of the answer of the health, which tries to get a connection itself. */
    private static final Duration HEALTH = Duration.ofSeconds(3);

    private static final String METRICS_TOKEN = "metrics-of-the-outage";

    private record Answer(String request, int status, String retryAfter, Duration took, String text) {
        static Answer of(HttpCall call) {
            var answer = call.send();
            return new Answer(
                    answer.request().method() + " " + answer.request().uri().getPath(),
                    answer.status(),
                    answer.header("Retry-After"),
                    answer.took(),
                    answer.text());
        }
    }

    @Test
    void outageIsFewLinesAnd503() {
        assumeTrue(Databases.areOnServer(), "H2 is in the server");
        var database = Databases.fresh("outage");
        var port = PORT.matcher(database.url());
        assertTrue(port.find(), database.url());
        try (var relay = new TcpRelay(Integer.parseInt(port.group()))) {
            var url = port.replaceFirst(String.valueOf(relay.port()));
            try (var server = CoppiceServer.named("outage")
                    .database(new Database(url, database.user(), database.password()))
                    .environment("COPPICE_METRICS_TOKEN", METRICS_TOKEN)
                    .start()) {
                check(server, relay);
                checkStart(server, relay);
            }
        }
    }

    private static void check(CoppiceServer server, TcpRelay relay) {
        var api = server.api();
        api.post("/v1/sessions").json(Json.object("id", "s")).send().expect(201);
        load(1, number -> append(api, "before-" + number)).forEach(answer -> assertEquals(201, answer.status()));
        int logged = server.log().length();
        relay.cut();
        var answers = load(SECONDS, number -> any(api, number));
        assertDown(api);
        var outage = server.log().substring(logged);
        IndexRecoveryApi.deleteIndex(server.data());
        relay.restore();
        Await.until(
                "the server is ready again",
                SOON,
                () -> api.get("/health/ready").send().status() == 200);
        // The pool may give out connections that were lost in the outage.
        Await.until(
                "a session is created",
                SOON,
                () -> api.post("/v1/sessions").json("{}").send().status() == 201);
        Await.until(
                "the log tells the end", SOON, () -> server.log().contains("The database can be reached again after "));
        IndexRecoveryApi.assertComplete(api);
        var requests = answers.stream().map(Answer::request).distinct().toList();
        assertEquals(REQUESTS, requests.size(), requests.toString());
        answers.forEach(OutageIT::assertDuringOutage);
        var late = answers.stream()
                .filter(answer -> answer.took().compareTo(ANSWER) >= 0)
                .toList();
        assertTrue(late.size() <= LATE * answers.size(), late::toString);
        long lines = outage.lines().count();
        System.out.printf("%d lines in %d seconds without the database, %d requests%n", lines, SECONDS, answers.size());
        assertTrue(answers.size() > 10 * LINES_PER_MINUTE, "only " + answers.size() + " answers");
        assertTrue(lines * 60 <= (long) LINES_PER_MINUTE * SECONDS, outage);
        assertTrue(outage.contains("The database cannot be reached; requests get 503: "), outage);
        assertTrue(outage.contains("The database has been unreachable for "), outage);
    }

    /**
     * Metrics are read without the database, and the list of tools while the node still remembers the token. Everything
     * else is refused.
     */
    private static void assertDuringOutage(Answer answer) {
        if (answer.request().equals("GET /metrics")) {
            assertEquals(200, answer.status(), answer.toString());
        } else if (answer.request().equals("POST /mcp") && answer.status() == 200) {
            assertTrue(answer.text().contains("\"result\":"), answer.toString());
        } else {
            assertEquals(503, answer.status(), answer.toString());
            assertNotNull(answer.retryAfter(), answer.toString());
        }
        assertTrue(answer.took().compareTo(LATEST) < 0, answer.toString());
    }

    private static void assertDown(Api api) {
        var health = api.as(null).get("/health/ready").send();
        // A busy machine may be slow once.
        for (int again = 0; again < 4 && health.took().compareTo(HEALTH) >= 0; again++) {
            health = api.as(null).get("/health/ready").send();
        }
        health.expect(503);
        assertEquals("DOWN", health.at("/database"), health.text());
        assertTrue(health.took().compareTo(HEALTH) < 0, health.took().toString());
        api.as(null).get("/health/live").send().expect(200);
    }

    /** A server that starts before its database waits for it. */
    private static void checkStart(CoppiceServer server, TcpRelay relay) {
        server.stop();
        int logged = server.log().length();
        relay.cut();
        var start = CompletableFuture.runAsync(server::restart);
        Await.until("the start waits", SOON, () -> server.log()
                .substring(logged)
                .contains("The database cannot be reached; the start waits for it (coppice.db.start-wait): "));
        relay.restore();
        start.join();
        assertEquals(201, append(server.api(), "late").send().status());
    }

    /** Sends requests by several clients for some seconds, not as fast as they can: other classes need the processors. */
    private static Queue<Answer> load(int seconds, IntFunction<HttpCall> request) {
        var answers = new ConcurrentLinkedQueue<Answer>();
        var failures = new ConcurrentLinkedQueue<Throwable>();
        var number = new AtomicInteger();
        var clients = Executors.newScheduledThreadPool(CLIENTS);
        Runnable send = () -> {
            try {
                answers.add(Answer.of(request.apply(number.incrementAndGet())));
            } catch (RuntimeException | AssertionError e) {
                failures.add(e);
            }
        };
        for (int client = 0; client < CLIENTS; client++) {
            clients.scheduleAtFixedRate(send, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        }
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        Await.until("the seconds have passed", SOON.plusSeconds(seconds), () -> System.nanoTime() >= end);
        clients.shutdown();
        Await.until("all answers have arrived", SOON, clients::isTerminated);
        assertEquals(List.of(), List.copyOf(failures));
        return answers;
    }

    /** One request after the other of those that a client may send during an outage. */
    private static HttpCall any(Api api, int number) {
        return switch (number % REQUESTS) {
            case 0 -> append(api, "during-" + number);
            case 1 -> api.get("/v1/sessions/s/history");
            case 2 -> api.get("/v1/sessions");
            case 3 -> api.get("/v1/search").query("q", "hi");
            case 4 -> api.post("/v1/conversations").json("{}");
            case 5 -> api.post("/mcp")
                    .header("Accept", "application/json, text/event-stream")
                    .json("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}");
            default -> api.as(METRICS_TOKEN).get("/metrics");
        };
    }

    private static HttpCall append(Api api, String id) {
        return api.post("/v1/sessions/s/messages")
                .json(
                        "{\"messages\":[{\"id\":\"%s\",\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"text\":\"hi\"}]}]}"
                                .formatted(id));
    }
}
