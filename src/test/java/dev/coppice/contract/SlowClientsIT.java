package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Json;
import dev.coppice.support.RawHttp;
import dev.coppice.support.SlowClient;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Clients that send headers or bodies slowly, or do not read the answer: their connections are closed, and the times of
 * other clients at most double. Streams of events: {@link FeedLimitsIT}.
 */
@DatabaseNeutral
@RunsAlone(value = "has a server of its own, whose timeouts it waits for", ownServer = true, mostlyWaits = true)
@WildFlyOnly("the handler of slow clients is a part of the WildFly server")
class SlowClientsIT {
    /** Shorter than the default of 20 s, so that the test is. Headers must be complete after 10 s. */
    private static final Duration WAIT = Duration.ofSeconds(8);

    /** The limit of the promise. */
    private static final Duration CLOSED = Duration.ofSeconds(30);

    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final int MESSAGES_OF_EXPORT = 8;
    private static final int MEBIBYTE = 1 << 20;
    private static final int LARGEST_BODY = 16 * MEBIBYTE;
    private static final int RUNS = 5;
    private static final int REQUESTS = 200;
    private static final int WARM_UP = 1000;

    private static final int SLOW_CLIENTS = 1000;
    /** Seconds until all of them wait: the answers to slow readers are written up to the size of the buffers. */
    private static final int WARM_UP_SECONDS = 4;

    private static final int NEW_CLIENTS_A_SECOND = 100;

    /** Among the slow clients; with those that send a large body, they would need more than half of the threads. */
    private static final int READERS = 40;

    /** Few, because each one makes the server write megabytes into the buffers of the connection. */
    private static final int NEW_READERS_A_SECOND = 4;

    /** Kinds of the other slow clients; one in ten needs a thread for the whole time. */
    private static final List<Supplier<SlowClient>> KINDS = List.of(
            SlowClientsIT::slowLargeBody,
            SlowClientsIT::slowChunks,
            SlowClientsIT::slowHeaders,
            SlowClientsIT::slowHeaders,
            SlowClientsIT::slowHeaders,
            SlowClientsIT::slowBody,
            SlowClientsIT::slowBody,
            SlowClientsIT::slowBody,
            SlowClientsIT::slowChunks,
            SlowClientsIT::slowChunks);

    private static final double SLOWER = 2;

    private static CoppiceServer server;
    private static String authorization;

    @BeforeAll
    static void startServer() {
        server = CoppiceServer.named("slow-clients")
                .environment("COPPICE_HTTP_CLIENT_WAIT", WAIT.toString())
                .lasting()
                .start();
        authorization = "Authorization: Bearer " + server.token() + "\r\n";
        server.api().put(Contract.SESSION, "large").send().expect(201);
        for (int i = 0; i < MESSAGES_OF_EXPORT; i++) {
            server.api()
                    .post(Contract.MESSAGES, "large")
                    .json(Contract.batch(Contract.message("large" + i, "x".repeat(MEBIBYTE))))
                    .send()
                    .expect(201);
        }
        server.api().put(Contract.SESSION, "s").send().expect(201);
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    private static String post(String path, String headers, String beginning) {
        return "POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" + authorization + headers
                + "\r\n\r\n" + beginning;
    }

    private static SlowClient slowHeaders() {
        return SlowClient.sending(server, "GET /health/live HTTP/1.1\r\nHost: x\r\n", "X-A: b\r\n");
    }

    private static SlowClient slowBody() {
        return SlowClient.sending(server, post("/v1/sessions/s/messages", "Content-Length: 1000", "{"), " ");
    }

    private static SlowClient slowLargeBody() {
        return SlowClient.sending(server, post("/v1/sessions/s/messages", "Content-Length: 1000000", "{"), " ");
    }

    private static SlowClient slowChunks() {
        return SlowClient.sending(
                server, post("/v1/sessions/s/messages", "Transfer-Encoding: chunked", "1\r\n{\r\n"), "1\r\n \r\n");
    }

    private static SlowClient slowLargeChunks() {
        var beginning = "8000\r\n{" + " ".repeat(0x7fff) + "\r\n";
        return SlowClient.sending(
                server, post("/v1/sessions/s/messages", "Transfer-Encoding: chunked", beginning), "1\r\n \r\n");
    }

    private static SlowClient slowReader(String path) {
        return SlowClient.reading(server, "GET " + path + " HTTP/1.1\r\nHost: x\r\n" + authorization + "\r\n", 16);
    }

    private static boolean allClosed(List<SlowClient> clients) {
        return clients.stream().filter(SlowClient::step).count() == 0;
    }

    @Test
    void slowConnectionsAreClosed() throws IOException {
        var readers = List.of(slowReader("/v1/export"), slowReader("/v1/sessions/large/history"));
        var headers = slowHeaders();
        var openAi = SlowClient.sending(server, post("/v1/conversations", "Content-Length: 9", "{"), "");
        var unauthenticated = SlowClient.sending(
                server, "POST /v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n{", " ");
        var bodies = List.of(slowBody(), slowLargeBody(), slowChunks(), slowLargeChunks());
        var senders = new ArrayList<>(bodies);
        senders.addAll(List.of(headers, openAi, unauthenticated));
        Await.until("slow requests are closed", TIMEOUT, () -> {
            readers.forEach(SlowClient::step);
            return allClosed(senders);
        });
        for (var client : senders) {
            System.out.printf("closed after %.1f s%n", client.closedAfter().toMillis() / 1000.0);
            assertTrue(client.closedAfter().compareTo(CLOSED) < 0, "closed after " + client.closedAfter());
        }
        for (var client : bodies) {
            assertEquals(408, RawHttp.status(client.answer()), client.answer());
            assertTrue(client.answer().contains("\"code\":\"request-timeout\""), client.answer());
            assertTrue(client.answer().contains("X-Request-Id: "), client.answer());
            assertTrue(client.closedAfter().compareTo(WAIT) >= 0, "waited for " + client.closedAfter());
        }
        assertEquals(408, RawHttp.status(openAi.answer()));
        assertTrue(openAi.answer().contains("{\"error\":{"), openAi.answer());
        assertTrue(openAi.answer().contains("\"code\":\"request_timeout\""), openAi.answer());
        assertEquals(401, RawHttp.status(unauthenticated.answer()));
        Await.until("readers have waited long enough", TIMEOUT, () -> {
            readers.forEach(SlowClient::step);
            return readers.get(1).age().compareTo(WAIT.plusSeconds(10)) > 0;
        });
        for (var reader : readers) {
            assertEquals(200, RawHttp.status(reader.answer()));
            long bytes = reader.readToEnd();
            assertTrue(bytes < (long) MESSAGES_OF_EXPORT * MEBIBYTE, bytes + " bytes were sent");
            assertFalse(reader.answer().endsWith("\r\n0\r\n\r\n"));
            reader.close();
        }
        senders.forEach(SlowClient::close);
        assertFalse(server.log().contains("Request failed"), "slow clients are no errors of the server");
    }

    /** Each upload announces the largest body, so that it reserves all memory that its tenant may have. */
    @Test
    void slowUploadsOfATenantLeaveMemoryForOthers() {
        var token = server.api()
                .post("/v1/tokens")
                .json(Json.object("tenant", "uploads", "scopes", List.of("write")))
                .send()
                .expect(201)
                .at("/token");
        var first = slowUpload(token);
        var second = slowUpload(token);
        Await.until("one of the uploads is refused because the other one has the memory", TIMEOUT, () -> {
            first.step();
            second.step();
            return (first.answer() + second.answer()).contains("\"code\":\"busy\"");
        });
        var large = Contract.batch(Contract.message(Contract.unique("m"), "x".repeat(MEBIBYTE)));
        server.api().post(Contract.MESSAGES, "s").json(large).send().expect(201);
        var accepted = first.answer().isEmpty() ? first : second;
        assertTrue(accepted.step(), accepted.answer());
        assertEquals("", accepted.answer());
        first.close();
        second.close();
    }

    private static SlowClient slowUpload(String token) {
        var beginning = "POST /v1/sessions/s/messages HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                + "Authorization: Bearer " + token + "\r\nContent-Length: " + LARGEST_BODY + "\r\n\r\n{";
        return SlowClient.sending(server, beginning + " ".repeat(LARGEST_BODY / 200), " ".repeat(1024));
    }

    /** The stream of events has begun when the body stops, so the error is its last event. */
    @Test
    void importWhoseBodyStopsEndsWithProblem() {
        var header = "{\"export\":{\"version\":1}}\n";
        var beginning = "8000\r\n" + header + "\n".repeat(0x8000 - header.length()) + "\r\n";
        var headers = "Accept: text/event-stream\r\nTransfer-Encoding: chunked";
        var client = SlowClient.sending(server, post("/v1/imports", headers, beginning), "1\r\n\n\r\n");
        Await.until("the slow import is closed", TIMEOUT, () -> !client.step());
        assertEquals(200, RawHttp.status(client.answer()), client.answer());
        assertTrue(client.answer().contains("event: progress\n"), client.answer());
        assertTrue(
                client.answer().contains("event: problem\ndata: {\"type\":\"urn:coppice:problem:request-timeout\""),
                client.answer());
        assertFalse(client.answer().contains("event: report\n"), client.answer());
        client.close();
        assertFalse(server.log().contains("Request failed"), "slow clients are no errors of the server");
    }

    /** The body arrives in pieces, and ends at the size of the server's buffer or a byte before or after it. */
    @Test
    void bodyInPiecesIsAccepted() {
        for (int size : new int[] {200, 16383, 16384, 16385, 40000}) {
            var id = Contract.unique("m");
            var body = Contract.batch(Contract.message(id, "a"));
            var padded = body + " ".repeat(size - body.length());
            accepted(post("/v1/sessions/s/messages", "Content-Length: " + size, ""), padded, "");
            var chunk = Integer.toHexString(size) + "\r\n" + padded + "\r\n";
            accepted(post("/v1/sessions/s/messages", "Transfer-Encoding: chunked", ""), chunk, "0\r\n\r\n");
        }
    }

    private static void accepted(String headers, String body, String end) {
        var pieces = new ArrayList<String>();
        for (int from = 0; from < body.length(); from += 3000) {
            pieces.add(body.substring(from, Math.min(body.length(), from + 3000)));
        }
        pieces.add(end);
        var client = SlowClient.sending(server, headers, "");
        var rest = pieces.iterator();
        Await.until("the answer", TIMEOUT, () -> {
            if (rest.hasNext()) {
                client.send(rest.next());
            }
            return client.step() && client.answer().contains("{\"appended\"");
        });
        int status = RawHttp.status(client.answer());
        assertTrue(status == 201 || status == 200, client.answer());
        client.close();
    }

    @Test
    @Tag("chaos-only")
    void thousandSlowConnectionsDoubleTheTimesOfOthersAtMost() {
        var api = server.api();
        times(api, WARM_UP);
        var ratios = new ArrayList<Double>();
        for (int run = 0; run < RUNS; run++) {
            double alone = percentile(times(api, REQUESTS));
            double disturbed = disturbed(api);
            ratios.add(disturbed / alone);
            System.out.printf("p99 alone %.1f ms, beside 1000 slow connections %.1f ms%n", alone, disturbed);
        }
        double median = ratios.stream().sorted().toList().get(RUNS / 2);
        System.out.printf(Locale.ROOT, "p99 beside slow connections: %.2f x that alone%n", median);
        assertTrue(median <= SLOWER, ratios.toString());
    }

    private static double disturbed(Api api) {
        var clients = new ArrayList<SlowClient>();
        for (int i = 0; i < SLOW_CLIENTS; i++) {
            clients.add(kind(i).get());
        }
        var ends = new AtomicBoolean();
        var seconds = new AtomicInteger();
        var attack = CompletableFuture.supplyAsync(() -> attack(clients, seconds, ends));
        try {
            Await.until("the slow clients wait", TIMEOUT, () -> attack.isDone() || seconds.get() >= WARM_UP_SECONDS);
            return percentile(times(api, REQUESTS));
        } finally {
            ends.set(true);
            System.out.printf("%d slow connections were closed and opened again%n", attack.join());
            clients.forEach(SlowClient::close);
        }
    }

    /** Sends a byte on each connection about once a second; replaces those that are closed. Returns their number. */
    private static int attack(List<SlowClient> clients, AtomicInteger seconds, AtomicBoolean ends) {
        int opened = 0;
        while (!ends.get()) {
            long next = System.nanoTime() + Duration.ofSeconds(1).toNanos();
            opened += replace(clients, 0, READERS, NEW_READERS_A_SECOND);
            opened += replace(clients, READERS, SLOW_CLIENTS, NEW_CLIENTS_A_SECOND);
            Await.until("the next second", TIMEOUT, () -> ends.get() || System.nanoTime() > next);
            seconds.incrementAndGet();
        }
        return opened;
    }

    /** The kind of a slow client; the first ones are readers. */
    private static Supplier<SlowClient> kind(int client) {
        return client < READERS ? () -> slowReader("/v1/export") : KINDS.get(client % KINDS.size());
    }

    /** Takes a step with a part of the clients; opens up to {@code places} closed ones again. Returns their number. */
    private static int replace(List<SlowClient> clients, int from, int to, int places) {
        int opened = 0;
        for (int i = from; i < to; i++) {
            if (isOver(clients.get(i)) && opened < places) {
                clients.get(i).close();
                clients.set(i, kind(i).get());
                opened++;
            }
        }
        return opened;
    }

    /** True if the connection is closed; that of a reader, who notices nothing, after a time. */
    private static boolean isOver(SlowClient client) {
        boolean isOpen = client.step();
        assertTrue(isOpen || client.closedAfter().compareTo(CLOSED) < 0, "closed after " + client.closedAfter());
        return !isOpen || client.age().compareTo(WAIT.plusSeconds(2)) > 0 && client.isReader();
    }

    /** The times of so many appends, each followed by a read, by one client. */
    private static List<Duration> times(Api api, int requests) {
        var times = new ArrayList<Duration>();
        for (int n = 0; n < requests; n++) {
            times.add(api.post(Contract.MESSAGES, "s")
                    .json(Contract.batch(Contract.message(Contract.unique("m"), "When do I prune an apple tree?")))
                    .send()
                    .expect(201)
                    .took());
            times.add(api.get(Contract.HISTORY, "s")
                    .query("last", 20)
                    .send()
                    .expect(200)
                    .took());
        }
        return times;
    }

    /** The 99th percentile in milliseconds. */
    private static double percentile(List<Duration> times) {
        var sorted = times.stream().sorted().toList();
        return sorted.get((int) (sorted.size() * 0.99)).toNanos() / 1e6;
    }
}
