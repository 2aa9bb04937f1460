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
import dev.coppice.support.Json;
import dev.coppice.support.TcpRelay;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** An outage of the database server: answers, log, and the end of the outage. Not on H2, which is in the server. */
@RunsAlone("cuts the connections to the database")
class OutageIT {
    private static final int CLIENTS = 6;
    private static final int PERIOD_MILLIS = 50;
    private static final int SECONDS = 30;

    /** The limit is 50 lines a minute. */
    private static final int LINES = 50;

    private static final Duration ANSWER = Duration.ofSeconds(2);
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final Pattern PORT = Pattern.compile("(?<=127\\.0\\.0\\.1:)\\d+");

    private record Answer(int status, String retryAfter, Duration took) {}

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
                    .start()) {
                check(server, relay);
                checkStart(server, relay);
            }
        }
    }

    private static void check(CoppiceServer server, TcpRelay relay) {
        var api = server.api();
        api.post("/v1/sessions").json(Json.object("id", "s")).send().expect(201);
        load(api, 1).forEach(answer -> assertEquals(201, answer.status()));
        int logged = server.log().length();
        relay.cut();
        var answers = load(api, SECONDS);
        var outage = server.log().substring(logged);
        relay.restore();
        Await.until(
                "the server is ready again",
                SOON,
                () -> api.get("/health/ready").send().status() == 200);
        api.post("/v1/sessions").json(Json.object("id", "after")).send().expect(201);
        Await.until(
                "the log tells the end", SOON, () -> server.log().contains("The database can be reached again after "));
        for (var answer : answers) {
            assertEquals(503, answer.status());
            assertNotNull(answer.retryAfter());
            assertTrue(answer.took().compareTo(ANSWER) < 0, answer.toString());
        }
        assertTrue(answers.size() > 10 * LINES, "only " + answers.size() + " answers");
        assertTrue(outage.lines().count() <= LINES, outage);
        assertTrue(outage.contains("The database cannot be reached; requests get 503: "), outage);
        assertTrue(outage.contains("The database has been unreachable for "), outage);
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
        assertEquals(201, append(server.api(), "late").status());
    }

    /** Appends by several clients for some seconds, not as fast as they can: other classes need the processors. */
    private static Queue<Answer> load(Api api, int seconds) {
        var answers = new ConcurrentLinkedQueue<Answer>();
        var number = new AtomicInteger();
        var clients = Executors.newScheduledThreadPool(CLIENTS);
        for (int client = 0; client < CLIENTS; client++) {
            clients.scheduleAtFixedRate(
                    () -> answers.add(append(api, seconds + "-" + number.incrementAndGet())),
                    0,
                    PERIOD_MILLIS,
                    TimeUnit.MILLISECONDS);
        }
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        Await.until("the seconds have passed", SOON, () -> System.nanoTime() >= end);
        clients.shutdown();
        Await.until("all answers have arrived", SOON, clients::isTerminated);
        return answers;
    }

    private static Answer append(Api api, String id) {
        long begin = System.nanoTime();
        var answer = api.post("/v1/sessions/s/messages")
                .json(
                        "{\"messages\":[{\"id\":\"%s\",\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"text\":\"hi\"}]}]}"
                                .formatted(id))
                .send();
        return new Answer(answer.status(), answer.header("Retry-After"), Duration.ofNanos(System.nanoTime() - begin));
    }
}
