package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.EventStream;
import dev.coppice.support.Json;
import dev.coppice.support.ModelEndpoint;
import dev.coppice.support.ModelScript;
import dev.coppice.support.RawHttp;
import dev.coppice.support.SlowClient;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A normal stop (SIGTERM) under load, with open event streams. */
@DatabaseNeutral
@WildFlyOnly("Payara closes connections before it informs the application")
@RunsAlone(value = "stops its server and measures how long that takes", ownServer = true)
class StopIT {
    private static final int CLIENTS = 4;

    /** Time that the model needs for an answer; the stop waits for the request that needs this answer. */
    private static final Duration MODEL = Duration.ofSeconds(3);

    /** Less than the 15 seconds that running requests have, so that an open stream which delays the stop is noticed. */
    private static final Duration STOP = MODEL.plusSeconds(10);

    /** A model that answers later than any stop may last. */
    private static final Duration SLOW_MODEL = Duration.ofMinutes(1);

    /** What the operator's page promises. */
    private static final Duration SLOWEST_STOP = Duration.ofSeconds(20);

    private static final int LARGE_MESSAGES = 8;
    private static final int MEBIBYTE = 1 << 20;
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final ModelEndpoint MODELS = new ModelEndpoint();
    private static CoppiceServer server;

    /** A request without an answer. {@code sent} is the {@link System#nanoTime} before it was sent. */
    private record Cut(long sent, String id, IOException failure) {}

    @BeforeAll
    static void startServer() {
        var plan = CoppiceServer.named("stop");
        MODELS.start().environment().forEach(plan::environment);
        server = plan.start();
    }

    @AfterAll
    static void stopServer() {
        server.close();
        MODELS.close();
    }

    @Test
    void streamsEndAndRequestsAreAnsweredOrRefusedProperly() {
        var api = server.api();
        api.post("/v1/sessions").json(Json.object("id", "quiet")).send().expect(201);
        api.post("/v1/sessions").json(Json.object("id", "busy")).send().expect(201);
        var quiet = EventStream.open(api.get("/v1/sessions/quiet/events"));
        var busy = EventStream.open(api.get("/v1/sessions/busy/events"));
        createSessionToCompact(api, "long", "");
        var answers = new ConcurrentLinkedQueue<HttpResponse<String>>();
        var cut = new ConcurrentLinkedQueue<Cut>();
        var over = new AtomicBoolean();
        var clients = new ArrayList<Thread>();
        for (int client = 0; client < CLIENTS; client++) {
            var name = "c" + client;
            clients.add(new Thread(() -> append(name, answers, cut, over)));
        }
        clients.forEach(Thread::start);
        busy.untilEvents(20);
        MODELS.play(ModelScript.answerAfter((int) MODEL.toMillis(), "A summary."));
        var compaction = CompletableFuture.supplyAsync(
                () -> api.post("/v1/sessions/long/compact").send());
        Await.until("the model is asked", SOON, () -> !MODELS.asked().isEmpty());
        long begin = System.nanoTime();
        server.stop();
        var took = Duration.ofNanos(System.nanoTime() - begin);
        over.set(true);
        clients.forEach(StopIT::join);
        System.out.println(
                "StopIT: " + took.toMillis() + " ms from SIGTERM to the end of the server, with two open streams"
                        + " and a model's answer after " + MODEL.toMillis() + " ms");
        compaction.join().expect(200);
        assertTrue(took.compareTo(STOP) < 0, "The stop took " + took);
        // Later ones may have been sent in the moment in which the port was closed.
        assertEquals(List.of(), cut.stream().filter(each -> each.sent < begin).toList(), "requests without an answer");
        Await.until("the streams have ended", SOON, () -> quiet.isOver() && busy.isOver());
        answers.forEach(StopIT::assertProper);
        assertNoErrors();
        server.restart();
        assertResumed(quiet, busy, answers);
    }

    @Test
    void stopDoesNotWaitForSlowModel() {
        var api = server.api();
        createSessionToCompact(api, "slow", "");
        MODELS.play(ModelScript.answerAfter((int) SLOW_MODEL.toMillis(), "Too late."));
        var compaction = CompletableFuture.supplyAsync(
                () -> api.post("/v1/sessions/slow/compact").send());
        Await.until("the model is asked", SOON, () -> !MODELS.asked().isEmpty());
        long begin = System.nanoTime();
        server.stop();
        var took = Duration.ofNanos(System.nanoTime() - begin);
        System.out.println("StopIT: " + took.toMillis() + " ms from SIGTERM to the end of the server, with a model's"
                + " answer after " + SLOW_MODEL.toMillis() + " ms");
        assertTrue(took.compareTo(SLOWEST_STOP) < 0, "The stop took " + took);
        var refused = compaction.join().expect(503);
        assertNotNull(refused.header("Retry-After"), refused.text());
        assertNoErrors();
        server.restart();
        MODELS.play(ModelScript.answer("A summary."));
        server.api().post("/v1/sessions/slow/compact").send().expect(200);
    }

    /**
     * An import whose client has stopped sending, an export whose client has stopped reading, and an automatic compaction
     * whose model does not answer. None of them delays the stop, and each of them can be repeated after the start.
     */
    @Test
    void stopDoesNotWaitForStalledImportExportAndAutomaticCompaction() throws IOException {
        var api = server.api();
        createLargeSession(api, "exported");
        var file =
                export(api, "exported").replace("\"exported\"", "\"imported\"").getBytes(StandardCharsets.UTF_8);
        MODELS.play(ModelScript.answerAfter((int) SLOW_MODEL.toMillis(), "Too late."));
        createSessionToCompact(api, "automatic", ",'compactAfter':200");
        Await.until("the model is asked", SOON, () -> !MODELS.asked().isEmpty());
        var authorization = " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + server.token() + "\r\n";
        var upload = "POST /v1/imports" + authorization + "Content-Type: application/jsonl\r\nContent-Length: "
                + file.length + "\r\n\r\n";
        try (var importing = RawHttp.connect(server);
                var exporting =
                        SlowClient.reading(server, "GET /v1/sessions/exported/export" + authorization + "\r\n", 1)) {
            importing.getOutputStream().write(upload.getBytes(StandardCharsets.US_ASCII));
            importing.getOutputStream().write(file, 0, file.length / 2);
            Await.until("the export has begun", SOON, () -> {
                exporting.step();
                return exporting.answer().startsWith("HTTP/1.1 200");
            });
            Await.until(
                    "the import has begun",
                    SOON,
                    () -> api.get("/v1/sessions/imported").send().status() == 200);
            long begin = System.nanoTime();
            server.stop();
            var took = Duration.ofNanos(System.nanoTime() - begin);
            System.out.println(
                    "StopIT: " + took.toMillis() + " ms from SIGTERM to the end of the server, with a stalled"
                            + " import and export, and an automatic compaction");
            assertTrue(took.compareTo(SLOWEST_STOP) < 0, "The stop took " + took);
        }
        assertNoErrors();
        server.restart();
        MODELS.play(ModelScript.answer("A summary."));
        var again = server.api();
        again.post("/v1/imports").body("application/jsonl", file).send().expect(200);
        assertEquals(messages(export(again, "exported")), messages(export(again, "imported")));
        again.post("/v1/sessions/{}/messages", "automatic")
                .json(CompactionApi.talk(20, 21))
                .send()
                .expect(201);
        Await.until("the session is compacted", SOON, () -> again.get("/v1/sessions/automatic/compactions")
                .send()
                .expect(200)
                .text()
                .contains("A summary."));
    }

    /** Creates a session that is larger than the buffers of a connection. */
    private static void createLargeSession(Api api, String session) {
        api.put(Contract.SESSION, session).send().expect(201);
        for (int n = 0; n < LARGE_MESSAGES; n++) {
            api.post(Contract.MESSAGES, session)
                    .json(Contract.batch(Contract.message("large" + n, "x".repeat(MEBIBYTE))))
                    .send()
                    .expect(201);
        }
    }

    private static String export(Api api, String session) {
        return api.get("/v1/sessions/{}/export", session).send().expect(200).text();
    }

    /** The lines of an export that contain messages. */
    private static List<String> messages(String export) {
        return export.lines().filter(line -> line.startsWith("{\"message\"")).toList();
    }

    /** What the node has counted since its last periodic write is in the database after a stop. */
    @Test
    void stopStoresUsesAndCounts() {
        var token = server.api()
                .post("/v1/tokens")
                .json(Json.object("tenant", "counted", "scopes", List.of("write")))
                .send()
                .expect(201);
        var session = Json.object("id", "s", "metadata", Json.object("text", "x".repeat(1000)));
        server.api()
                .as(token.at("/token"))
                .post("/v1/sessions")
                .json(session)
                .send()
                .expect(201);
        server.stop();
        server.restart();
        var stored = server.api()
                .get("/v1/tokens")
                .send()
                .expect(200)
                .json()
                .get("items")
                .valueStream()
                .filter(item -> item.get("id").asString().equals(token.at("/id")))
                .findFirst()
                .orElseThrow();
        assertTrue(stored.hasNonNull("lastUsedAt"), stored.toString());
        var counts = server.api().get("/v1/tenants/counted").send().expect(200);
        assertTrue(counts.number("/used/bytesToday") > 1000, counts.toString());
    }

    /**
     * Creates a session of which a model can summarize the first messages.
     *
     * @param members more members of the agent's {@code compaction}, each after a comma; empty for none
     */
    private static void createSessionToCompact(Api api, String session, String members) {
        PromptApi.declare(
                api, "of-" + session, "'compaction':{" + CompactionApi.SMALL + ",'summarizer':'llm'" + members + "},");
        api.post("/v1/sessions")
                .json(Json.object("id", session, "agent", "of-" + session))
                .send()
                .expect(201);
        api.post("/v1/sessions/{}/messages", session)
                .json(CompactionApi.talk(0, 20))
                .send()
                .expect(201);
    }

    private static void append(String client, Queue<HttpResponse<String>> answers, Queue<Cut> cut, AtomicBoolean over) {
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
            long sent = System.nanoTime();
            try {
                answers.add(http.send(request, BodyHandlers.ofString()));
            } catch (ConnectException e) {
                // The port is closed. Trying again and again would take the processors from the server that stops.
                return;
            } catch (IOException e) {
                cut.add(new Cut(sent, id, e));
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
        assertNotNull(answer.headers().firstValue("X-Request-Id").orElse(null), answer.body());
        assertEquals(
                RoutesIT.NO_PAGE,
                answer.headers().firstValue("Content-Security-Policy").orElse(null),
                answer.body());
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
        assertEquals(2, quiet.idsWithoutEvent(), "a stream without events begins and ends with an id");
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
}
