package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Json;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** A session of 100,000 messages is exported, and imported at the same time, without holding it in memory. */
@Order(IndexApi.FIRST)
class ExportMemoryIT extends Contract {
    private static final int MESSAGES_IN_PATH = 100_000;
    private static final int BATCH = 1_000;
    private static final long MAX_EXTRA_BYTES = 64L << 20;
    private static final long MEASURE_EVERY = 25L << 20;
    private static final String TEXT = "lorem ipsum dolor sit amet ".repeat(34);

    @Test
    void hundredThousandMessagesAreCopiedInLittleMemory() throws Exception {
        try (var server =
                CoppiceServer.named("export-memory").memory("-Xmx256m").start()) {
            var api = server.api();
            api.put(SESSION, "long").send().expect(201);
            var started = System.nanoTime();
            for (var from = 0; from < MESSAGES_IN_PATH; from += BATCH) {
                var messages = new String[BATCH];
                for (var i = 0; i < BATCH; i++) {
                    messages[i] = message("m" + (from + i), TEXT);
                }
                api.post(MESSAGES, "long").json(batch(messages)).send().expect(201);
            }
            var appended = System.nanoTime();
            api.get(HISTORY, "long").query("last", 50).send().expect(200);
            var before = server.liveHeap();
            var heaps = new ArrayList<Long>();
            var report = copy(server, heaps);
            var copied = System.nanoTime();
            var extra = heaps.stream().mapToLong(Long::longValue).max().orElseThrow() - before;
            System.out.printf(
                    "100,000 messages: appended in %.1f s, exported and imported in %.1f s; heap %.1f MiB, extra %.1f MiB%n",
                    (appended - started) / 1e9, (copied - appended) / 1e9, before / 1048576.0, extra / 1048576.0);
            assertEquals(
                    MESSAGES_IN_PATH,
                    Json.parse(report).at("/inserted/messages").asInt(),
                    report);
            assertTrue(extra < MAX_EXTRA_BYTES, "Extra heap: " + extra + " bytes");
            var copy =
                    api.get(SESSION, "long").query("namespace", "copy").send().expect(200);
            var original = api.get(SESSION, "long").send().expect(200);
            for (var member : List.of("/leafId", "/messageCount", "/tokens", "/updatedAt")) {
                assertEquals(original.at(member), copy.at(member), member);
            }
        }
    }

    /** Imports the export while it is being read, and returns the report. */
    private static String copy(CoppiceServer server, List<Long> heaps) throws IOException, InterruptedException {
        try (var export = server.api().get(SESSION + "/export", "long").stream()) {
            var measured = new Measured(export, server, heaps);
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

    /** Measures the live heap of the server again and again while the export is read. */
    private static final class Measured extends FilterInputStream {
        private final CoppiceServer server;
        private final List<Long> heaps;
        private long bytes;

        Measured(InputStream in, CoppiceServer server, List<Long> heaps) {
            super(in);
            this.server = server;
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
