package dev.coppice.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests feeds whose connection to the server is lost. */
class FeedTest {
    private static final String STREAM = "text/event-stream";

    private final ScriptedServer server = new ScriptedServer();

    FeedTest() throws IOException {}

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    private static String event(int n) {
        return "id: i" + n + "\nevent: MessageAppended\ndata: {\"sessionId\":\"s\",\"messageId\":\"m" + n + "\"}\n\n";
    }

    private static String last(int n) {
        return "id: i" + n + "\nevent: SessionDeleted\ndata: {\"sessionId\":\"s\"}\n\n";
    }

    private Session session() {
        return server.client()
                .times(Duration.ofSeconds(5), Duration.ofSeconds(20))
                .session("s");
    }

    @Test
    void feedContinuesAfterTheLastEvent() {
        server.broken(STREAM, "retry: 3000\n\n: \n\n" + event(1) + "id: i2\nevent: MessageAppended\nda")
                .lost()
                .problem(503, "unavailable", "Retry-After: 0")
                .broken(STREAM, "event: status\ndata: {\"status\":\"idle\"}\n\n" + event(2))
                .broken(STREAM, event(3) + last(4) + event(5));
        var names = session().events("i0").stream()
                .map(event -> event.name() + " " + event.get("messageId"))
                .toList();
        assertEquals(
                List.of(
                        "MessageAppended m1",
                        "status null",
                        "MessageAppended m2",
                        "MessageAppended m3",
                        "SessionDeleted null"),
                names);
        assertEquals(List.of("i0", "i1", "i2"), server.header("Last-Event-ID"));
    }

    @Test
    void positionAtTheBeginningOfTheStreamIsKept() {
        server.broken(STREAM, "retry: 3000\nid: i7\n\n").broken(STREAM, last(8));
        try (var feed = session().events()) {
            assertEquals("SessionDeleted", feed.next().name());
            assertEquals("i8", feed.lastEventId());
            assertFalse(feed.hasNext());
        }
        assertEquals(List.of("i7"), server.header("Last-Event-ID"));
    }

    @Test
    void deletedSessionEndsTheFeed() {
        server.broken(STREAM, event(1)).problem(404, "session-not-found");
        assertEquals(1, session().events().stream().count());
    }

    @Test
    void lostEventsAreAProblem() {
        server.broken(STREAM, event(1)).problem(410, "events-gone");
        try (var feed = server.client().events(null)) {
            assertEquals("i1", feed.next().id());
            assertEquals(
                    "events-gone",
                    assertThrows(CoppiceProblem.class, feed::next).code());
        }
    }

    @Test
    void closeEndsTheWait() throws Exception {
        server.hanging(STREAM, ": \n\n");
        var feed = session().events();
        var waiting = CompletableFuture.supplyAsync(feed::hasNext);
        assertNull(feed.lastEventId());
        feed.close();
        assertFalse(waiting.get(20, TimeUnit.SECONDS));
    }
}
