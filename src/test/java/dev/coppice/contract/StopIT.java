package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Await;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Databases;
import dev.coppice.support.EventStream;
import dev.coppice.support.Json;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A normal stop (SIGTERM) under load, with open event streams. */
@DatabaseNeutral
@WildFlyOnly("tests its stop")
@RunsAlone("stops its server and measures how long that takes")
class StopIT {
    private static final int CLIENTS = 4;

    /** Half of the time that running requests have, so that an open stream which delays the stop is noticed. */
    private static final Duration STOP = Duration.ofSeconds(10);

    private static final Duration SOON = Duration.ofMinutes(1);
    private static CoppiceServer server;

    @BeforeAll
    static void startServer() {
        server = CoppiceServer.named("stop").start();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @Test
    void streamsEndAndRequestsAreAnsweredOrRefusedProperly() {
        var api = server.api();
        api.post("/v1/sessions").json(Json.object("id", "quiet")).send().expect(201);
        api.post("/v1/sessions").json(Json.object("id", "busy")).send().expect(201);
        var quiet = EventStream.open(api.get("/v1/sessions/quiet/events"));
        var busy = EventStream.open(api.get("/v1/sessions/busy/events"));
        var answers = new ConcurrentLinkedQueue<HttpResponse<String>>();
        var over = new AtomicBoolean();
        var clients = new ArrayList<Thread>();
        for (int client = 0; client < CLIENTS; client++) {
            var name = "c" + client;
            clients.add(new Thread(() -> append(name, answers, over)));
        }
        clients.forEach(Thread::start);
        busy.untilEvents(20);
        long begin = System.nanoTime();
        server.stop();
        var took = Duration.ofNanos(System.nanoTime() - begin);
        over.set(true);
        clients.forEach(StopIT::join);
        assertTrue(took.compareTo(STOP) < 0, "The stop took " + took);
        Await.until("the streams have ended", SOON, () -> quiet.isOver() && busy.isOver());
        answers.forEach(StopIT::assertProper);
        assertNoErrors();
        server.restart();
        assertResumed(quiet, busy, answers);
    }

    private static void append(String client, Queue<HttpResponse<String>> answers, AtomicBoolean over) {
        var http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        for (int n = 0; !over.get(); n++) {
            var id = client + "-" + n;
            var body =
                    "{\"messages\":[{\"id\":\"%s\",\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"text\":\"hi\"}]}]}"
                            .formatted(id);
            var request = HttpRequest.newBuilder(server.uri().resolve("/v1/sessions/busy/messages"))
                    .header("Authorization", "Bearer " + server.token())
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString(body))
                    .build();
            try {
                answers.add(http.send(request, BodyHandlers.ofString()));
            } catch (IOException e) {
                // The port is closed.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void assertProper(HttpResponse<String> answer) {
        if (answer.statusCode() == 201) {
            return;
        }
        assertEquals(503, answer.statusCode(), answer.body());
        assertEquals(
                "application/problem+json",
                answer.headers().firstValue("Content-Type").orElse(null),
                answer.body());
        assertNotNull(answer.headers().firstValue("Retry-After").orElse(null), answer.body());
    }

    private static void assertNoErrors() {
        var errors = server.log()
                .lines()
                .filter(line -> line.contains(" ERROR ") || line.contains(" WARN ") && line.contains("dev.coppice"))
                // XNIO logs one line if a client connects in the moment in which it closes the port.
                .filter(line -> !line.contains("XNIO001009"))
                .toList();
        assertEquals(List.of(), errors);
        assertFalse(server.log().contains("\u001b"), "The log has ANSI codes");
        assertFalse(server.log().contains("java:global"), "The log has JNDI names");
    }

    /** Streams that resume have each acknowledged message once, also the one that had no event before the stop. */
    private static void assertResumed(EventStream quiet, EventStream busy, Queue<HttpResponse<String>> answers) {
        var api = server.api();
        assertNotNull(quiet.lastEventId(), "a stream without events ends with an id, too");
        api.post("/v1/sessions/quiet/messages")
                .json(
                        "{\"messages\":[{\"id\":\"q\",\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"text\":\"hi\"}]}]}")
                .send()
                .expect(201);
        try (var again =
                EventStream.open(api.get("/v1/sessions/quiet/events").header("Last-Event-ID", quiet.lastEventId()))) {
            assertEquals(List.of("q"), again.untilEvents(1).all("MessageAppended", "messageId"));
        }
        var acknowledged =
                answers.stream().filter(answer -> answer.statusCode() == 201).count();
        int before = busy.all("MessageAppended", "messageId").size();
        try (var again =
                EventStream.open(api.get("/v1/sessions/busy/events").header("Last-Event-ID", busy.lastEventId()))) {
            Await.until(
                    "all acknowledged messages are in the streams",
                    SOON,
                    () -> before + again.all("MessageAppended", "messageId").size() >= acknowledged);
        }
    }

    @Test
    void dataIsForTheUserOfTheServerOnly() throws IOException {
        var files = server.data();
        if (!Databases.areOnServer()) {
            assertEquals(
                    "rw-------",
                    PosixFilePermissions.toString(Files.getPosixFilePermissions(files.resolve("coppice.mv.db"))));
        }
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(files.resolve("token"))));
    }
}
