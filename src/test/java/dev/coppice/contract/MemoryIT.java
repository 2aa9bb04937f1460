package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Databases;
import dev.coppice.support.Json;
import dev.coppice.support.ParallelClients;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.json.JsonFactory;

/**
 * A session of 100,000 messages of about 1 KB each is appended once, because that takes most of the time. Its history is
 * streamed completely, and it is exported and imported at the same time, without holding it in memory: while reading the
 * answer, the client pauses several times and measures the live heap of the server. The last test changes the session.
 */
@Order(IndexApi.FIRST)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MemoryIT extends Contract {

    private static final int MESSAGES_IN_PATH = 100_000;
    private static final int BATCH = 1_000;
    private static final long MAX_EXTRA_BYTES = 64L << 20;
    private static final long MEASURE_EVERY = 25L << 20;
    private static final int CLIENTS = 40;
    private static final List<String> FORMATS =
            List.of("openai", "openai-responses", "anthropic", "ai-sdk", "agentscope");
    /** About 1 KB. Few long words, because the search index would need most of the time for many short ones. */
    private static final String TEXT = ("lorem".repeat(20) + ' ').repeat(9);

    private static CoppiceServer server;

    @BeforeAll
    static void appendAll() {
        // The client reads nothing while it measures the heap, which takes seconds, on a busy machine many.
        server = CoppiceServer.named("memory")
                .memory("-Xmx256m")
                .environment("COPPICE_HTTP_CLIENT_WAIT", "PT5M")
                .environment("COPPICE_SEARCH_INTERVAL", indexInterval())
                .start();
        server.api().put(SESSION, "long").send().expect(201);
        var started = System.nanoTime();
        for (var from = 0; from < MESSAGES_IN_PATH; from += BATCH) {
            var messages = new String[BATCH];
            for (var i = 0; i < BATCH; i++) {
                messages[i] = message("m" + (from + i), TEXT);
            }
            server.api().post(MESSAGES, "long").json(batch(messages)).send().expect(201);
        }
        System.out.printf("100,000 messages: appended in %.1f s%n", (System.nanoTime() - started) / 1e9);
        // Warm-up, so that lazily loaded classes and caches do not count.
        server.api().get(HISTORY, "long").query("last", 50).send().expect(200);
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    /**
     * On H2 the index follows while the memory is measured. It is the same on a database server, where it would cost a
     * third of the server's CPU time again.
     */
    private static String indexInterval() {
        return Databases.areOnServer() ? "PT1H" : "PT0.5S";
    }

    @Test
    @Order(1)
    void hundredThousandMessagesAreStreamedInLittleMemory() throws IOException {
        var before = server.liveHeap();
        var heaps = new ArrayList<Long>();
        var reading = System.nanoTime();
        try (var stream = server.api().get(HISTORY, "long").stream()) {
            assertAllMessages(stream, heaps);
        }
        assertLittleMemory("read", reading, before, heaps);
    }

    @Test
    @Order(2)
    void hundredThousandMessagesAreCopiedInLittleMemory() throws IOException, InterruptedException {
        var before = server.liveHeap();
        var heaps = new ArrayList<Long>();
        var copying = System.nanoTime();
        var report = copy(heaps);
        assertLittleMemory("exported and imported", copying, before, heaps);
        assertEquals(
                MESSAGES_IN_PATH, Json.parse(report).at("/inserted/messages").asInt(), report);
        var api = server.api();
        var copy = api.get(SESSION, "long").query("namespace", "copy").send().expect(200);
        var original = api.get(SESSION, "long").send().expect(200);
        for (var member : List.of("/leafId", "/messageCount", "/tokens", "/updatedAt")) {
            assertEquals(original.at(member), copy.at(member), member);
        }
    }

    private static void assertLittleMemory(String done, long started, long before, List<Long> heaps) {
        var extra = heaps.stream().mapToLong(Long::longValue).max().orElseThrow() - before;
        System.out.printf(
                "100,000 messages: %s in %.1f s (with %d heap counts); heap %.1f MiB, extra %.1f MiB%n",
                done, (System.nanoTime() - started) / 1e9, heaps.size(), before / 1048576.0, extra / 1048576.0);
        assertTrue(extra < MAX_EXTRA_BYTES, "Extra heap: " + extra + " bytes");
    }

    /** Imports the export while it is being read, and returns the report. */
    private static String copy(List<Long> heaps) throws IOException, InterruptedException {
        try (var export = server.api().get(SESSION + "/export", "long").stream()) {
            var measured = new Measured(export, heaps);
            var request = HttpRequest.newBuilder(server.uri().resolve("/v1/imports?namespace=copy"))
                    .header("Authorization", "Bearer " + server.token())
                    .POST(HttpRequest.BodyPublishers.ofInputStream(() -> measured))
                    .build();
            return HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .build()
                    .send(request, HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }

    /** Turns are built in memory: those beyond the memory budget wait or get 503, so that memory never runs out. */
    @Test
    @Order(3)
    void concurrentTurnsFitIntoMemory() {
        var api = server.api().within(Duration.ofMinutes(9));
        var statuses = ParallelClients.of(CLIENTS, client -> api.get(SESSION + "/turn", "long")
                .query("format", FORMATS.get(client % FORMATS.size()))
                .send()
                .status());
        System.out.printf("%d turns of 4 MiB at once: %s%n", CLIENTS, statuses);
        assertTrue(statuses.stream().allMatch(status -> status == 200 || status == 503), statuses.toString());
        assertTrue(statuses.contains(200), statuses.toString());
        assertFalse(server.log().contains("OutOfMemoryError"));
    }

    /** Asserts that every message is in the answer, in order; adds measurements of the live heap to {@code heaps}. */
    private static void assertAllMessages(InputStream stream, List<Long> heaps) {
        var expected = 0;
        var depth = 0;
        try (JsonParser parser = new JsonFactory().createParser(tools.jackson.core.ObjectReadContext.empty(), stream)) {
            for (var token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.START_OBJECT) {
                    depth++;
                } else if (token == JsonToken.END_OBJECT) {
                    depth--;
                } else if (token == JsonToken.PROPERTY_NAME && depth == 2 && "id".equals(parser.currentName())) {
                    parser.nextToken();
                    assertEquals("m" + expected, parser.getString());
                    expected++;
                    if (expected % 20_000 == 500) {
                        heaps.add(server.liveHeap());
                    }
                }
            }
        }
        assertEquals(MESSAGES_IN_PATH, expected);
    }

    @Test
    @Order(4)
    void messagesInTheMiddleAreEditedAndDeleted() {
        var api = server.api();
        var session = api.get(SESSION, "long").send().expect(200);
        assertEquals(MESSAGES_IN_PATH, session.number("/messageCount"));
        api.put(MESSAGE, "long", "m50000")
                .json(message("m50000", "edited"))
                .send()
                .expect(200);
        api.delete(MESSAGE, "long", "m60000").send().expect(204);
        var window = api.get(HISTORY, "long")
                .query("before", "m60002")
                .query("last", 3)
                .send()
                .expect(200);
        assertEquals(List.of("m59998", "m59999", "m60001"), window.all("/messages", "id"));
        assertEquals(MESSAGES_IN_PATH - 1, window.number("/pathLength"));
        var edited = api.get(HISTORY, "long")
                .query("before", "m50001")
                .query("last", 1)
                .send()
                .expect(200);
        assertTrue(edited.text().contains("edited"));
        assertEquals(
                59_999 + 1,
                api.get(MESSAGE, "long", "m60001").send().expect(200).number("/depth"));
    }

    /** Measures the live heap of the server again and again while the export is read. */
    private static final class Measured extends FilterInputStream {
        private final List<Long> heaps;
        private long bytes;

        Measured(InputStream in, List<Long> heaps) {
            super(in);
            this.heaps = heaps;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int read = super.read(buffer, offset, length);
            if (read > 0 && bytes / MEASURE_EVERY < (bytes + read) / MEASURE_EVERY) {
                heaps.add(server.liveHeap());
            }
            bytes += Math.max(0, read);
            return read;
        }
    }
}
