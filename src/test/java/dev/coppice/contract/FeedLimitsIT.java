package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.EventStream;
import dev.coppice.support.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Limits of streams: their number, their memory, and clients that do not read. */
@DatabaseNeutral
@RunsAlone(value = "has a server of its own, whose timeouts it waits for", ownServer = true, mostlyWaits = true)
class FeedLimitsIT extends FeedApi {
    private static final int BURST = 500;
    private static final int STALL_SECONDS = 15;
    private static final Duration ROOM_TIMEOUT = Duration.ofSeconds(STALL_SECONDS * 10);
    private static final String STREAM = "HTTP/1.1 200";
    private static final Pattern MESSAGE_ID = Pattern.compile("\"messageId\":\"(\\d+)-");

    /** Suffix of message ids, so that events have about a kilobyte and few of them fill the socket buffers. */
    private static final String LONG_ID_SUFFIX = "ä".repeat(245);

    private static CoppiceServer server;

    @BeforeAll
    static void startServer() {
        server = CoppiceServer.named("feed")
                .environment("COPPICE_EVENTS_INTERVAL", CoppiceServer.INDEX_INTERVAL)
                .environment("COPPICE_FEED_HEARTBEAT", "PT1S")
                .environment("COPPICE_FEED_STALL", "PT" + STALL_SECONDS + "S")
                .environment("COPPICE_FEED_BUFFER_BYTES", "16384")
                .environment("COPPICE_FEED_MAX_STREAMS", "6")
                .environment("COPPICE_FEED_MAX_TENANT_STREAMS", "4")
                .environment("COPPICE_SWEEP_INTERVAL", "PT0.05S")
                .environment("COPPICE_EVENTS_KEEP_ENDED", "PT2S")
                .environment("COPPICE_SEARCH_INTERVAL", "PT1H")
                // On a busy machine a search waits longer for the index than by default.
                .environment("COPPICE_SEARCH_CATCH_UP", "PT50S")
                .environment("COPPICE_SEARCH_TIMEOUT", "PT10S")
                .start();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    private static void appendBurst(String session, int first) {
        var ids = new String[BURST];
        for (int i = 0; i < BURST; i++) {
            ids[i] = first + i + "-" + LONG_ID_SUFFIX;
        }
        append(server.api(), session, "", ids).send().expect(201);
    }

    /**
     * Opens a stream with a small receive buffer and reads only its status line. Waits for a free place, since closed
     * streams count until the server notices.
     */
    private static Socket openStalledClient(String session, int buffer) {
        var open = new AtomicReference<Socket>();
        Await.until("room for a stalled client", ROOM_TIMEOUT, () -> {
            var socket = new Socket();
            socket.setReceiveBufferSize(buffer);
            socket.setSoTimeout((int) ROOM_TIMEOUT.toMillis());
            socket.connect(new InetSocketAddress("127.0.0.1", server.httpPort()));
            var request = "GET /v1/sessions/" + session
                    + "/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + server.token() + "\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            // The first bytes of the answer show whether the stream has started or is refused.
            var status = new String(socket.getInputStream().readNBytes(STREAM.length()), StandardCharsets.US_ASCII);
            open.set(socket);
            if (!status.equals(STREAM)) {
                socket.close();
            }
            return !socket.isClosed();
        });
        return open.get();
    }

    /** Opens the streams; waits for free places, since closed streams count until the server notices. */
    private static List<EventStream> awaitStreams(Api api, String session, int count) {
        return awaitStreams(() -> watch(api, session), count);
    }

    private static List<EventStream> awaitStreams(Supplier<EventStream> opening, int count) {
        var open = new ArrayList<EventStream>();
        Await.until("room for " + count + " streams", ROOM_TIMEOUT, () -> {
            try {
                open.add(opening.get());
            } catch (AssertionError full) {
                return false;
            }
            return open.size() == count;
        });
        return open;
    }

    /** Sweeps run all the time here: events of a deleted session must be sent before they are purged. */
    @Test
    void eventsOfDeletedSessionAreSentBeforePurge() {
        var api = server.api();
        var namespace = unique("ns");
        var unreported = new HashSet<String>();
        try (var stream = awaitStreams(() -> watchNamespace(api, namespace), 1).get(0)) {
            for (int i = 0; i < 100; i++) {
                var session = sessionIn(api, namespace);
                append(api, session, namespace, "a").send().expect(201);
                api.delete(SESSION, session)
                        .query("namespace", namespace)
                        .send()
                        .expect(204);
                unreported.add(session);
            }
            stream.until(
                    "all deletions", s -> s.all("SessionDeleted", "sessionId").containsAll(unreported));
            unreported.removeAll(stream.all("MessageAppended", "sessionId"));
            assertEquals(Set.of(), unreported);
        }
    }

    /** The index here is updated only by a search, when the events of the writing session are already purged. */
    @Test
    void sharedEntryIsFoundAfterEventsOfItsWriterAreGone() {
        var api = server.api();
        var namespace = unique("ns");
        var agent = unique("agent");
        var block = "{'label':'lore','scope':'tenant','provider':{'type':'search'}}";
        declare(api, agent, "", block).expect(201);
        String before;
        try (var stream = awaitStreams(() -> watchNamespace(api, namespace), 1).get(0)) {
            for (var session : List.of("writer", "reader")) {
                api.post("/v1/sessions")
                        .query("namespace", namespace)
                        .json(Json.object("id", session, "agent", agent))
                        .send()
                        .expect(201);
            }
            before = stream.untilEvents(2).lastEventId();
        }
        api.put(ENTRY, "writer", "lore", "k")
                .query("namespace", namespace)
                .json(Json.object("content", "the walrus sings"))
                .send()
                .expect(201);
        api.delete(SESSION, "writer").query("namespace", namespace).send().expect(204);
        var resumed = api.get(ALL_EVENTS).query("namespace", namespace).query("lastEventId", before);
        Await.until("the events of the writer are purged", ROOM_TIMEOUT, () -> {
            try (var stream = EventStream.open(resumed)) {
                return List.of("SessionDeleted").equals(stream.untilEvents(1).names());
            } catch (AssertionError full) {
                return false; // closed streams may still count
            }
        });
        var found = api.post("/v1/sessions/reader/tools/search_context")
                .query("namespace", namespace)
                .json(Json.object("label", "lore", "query", "walrus"))
                .send()
                .expect(200);
        assertEquals("[k]\nthe walrus sings", found.at("/result"));
    }

    @Test
    void idleStreamReceivesHeartbeats() {
        var session = sessionIn(server.api(), "");
        try (var stream = awaitStreams(server.api(), session, 1).get(0)) {
            stream.until("heartbeats", s -> s.comments() >= 3);
            assertTrue(stream.events().isEmpty());
        }
    }

    @Test
    void streamsAreLimitedByTenantAndByNode() {
        var api = server.api();
        var token = api.post("/v1/tokens")
                .json(Json.object("tenant", "other", "scopes", List.of("write")))
                .send()
                .expect(201)
                .at("/token");
        var otherTenant = api.as(token);
        var ownSession = sessionIn(api, "");
        var otherTenantsSession = sessionIn(otherTenant, "");
        var open = awaitStreams(api, ownSession, 4);
        try {
            var refused = api.get(EVENTS, ownSession).send().problem(503, "busy");
            assertNotNull(refused.header("Retry-After"));
            open.addAll(awaitStreams(otherTenant, otherTenantsSession, 2));
            otherTenant.get(EVENTS, otherTenantsSession).send().problem(503, "busy");
            otherTenant.get(ALL_EVENTS).send().problem(503, "busy");
            open.forEach(EventStream::close);
            open.addAll(awaitStreams(api, ownSession, 4));
        } finally {
            open.forEach(EventStream::close);
        }
    }

    @Test
    void stalledClientIsDisconnectedWithoutDelayingOthers() throws IOException {
        var session = sessionIn(server.api(), "");
        long before = server.liveHeap();
        try (var socket = openStalledClient(session, 4096);
                var stream = awaitStreams(server.api(), session, 1).get(0)) {
            long start = System.nanoTime();
            int events = 0;
            // More than the socket buffers hold: that of the server takes megabytes.
            while (events < 8000) {
                appendBurst(session, events);
                events += BURST;
            }
            int expected = events;
            stream.until("all events", s -> s.events().size() == expected);
            var received = stream.all("MessageAppended", "messageId");
            for (int i = 0; i < expected; i++) {
                assertTrue(received.get(i).startsWith(i + "-"), "in order");
            }
            assertTrue(server.liveHeap() - before < 32L << 20, "bounded memory");
            // The places of both streams are free again.
            awaitStreams(server.api(), session, 3).forEach(EventStream::close);
            System.out.printf(
                    "%d events beside a stalled client, over %d s%n",
                    expected, TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start));
            var buffer = new byte[1 << 16];
            long bytesRead = 0;
            try {
                for (int n = socket.getInputStream().read(buffer);
                        n >= 0;
                        n = socket.getInputStream().read(buffer)) {
                    bytesRead += n;
                }
            } catch (SocketException reset) {
                // the server has closed the connection
            }
            assertTrue(bytesRead < 8000L * 900, "bytes read by the stalled client: " + bytesRead);
        }
    }

    @Test
    void slowClientReceivesAllEvents() throws IOException {
        var session = sessionIn(server.api(), "");
        try (var socket = openStalledClient(session, 65536)) {
            int events = 0;
            while (events < 1500) {
                appendBurst(session, events);
                events += BURST;
            }
            var reader = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            int next = 0;
            while (next < events) {
                var line = reader.readLine();
                assertNotNull(line, "disconnected after event " + next);
                var id = MESSAGE_ID.matcher(line);
                if (id.find()) {
                    assertEquals(next, Integer.parseInt(id.group(1)));
                    next++;
                }
            }
        }
    }
}
