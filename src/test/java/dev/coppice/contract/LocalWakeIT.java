package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.support.Await;
import dev.coppice.support.CoppiceServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A write wakes the log readers of its node. The node looks at the log by itself only once an hour. */
class LocalWakeIT extends FeedApi {
    private static final Duration BOUND = Duration.ofMinutes(1);

    private static CoppiceServer server;

    @BeforeAll
    static void startServer() {
        server = CoppiceServer.named("wake")
                .environment("COPPICE_EVENTS_INTERVAL", "PT1H")
                .start();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @Test
    void writeWakesEventStreams() {
        var session = sessionIn(server.api(), "");
        try (var stream = watch(server.api(), session)) {
            append(server.api(), session, "", "a").send().expect(201);
            append(server.api(), session, "", "b").send().expect(201);
            assertEquals(List.of("a", "b"), stream.untilEvents(2).all("MessageAppended", "messageId"));
        }
    }

    @Test
    void writeWakesSearchIndex() {
        var session = sessionIn(server.api(), "");
        append(server.api(), session, "", "a").send().expect(201);
        Await.until("the message is found", BOUND, () -> {
            var found = server.api()
                    .get("/v1/sessions/{}/search", session)
                    .query("q", "text")
                    .send()
                    .expect(200);
            return found.json().at("/items").size() == 1;
        });
    }

    @Test
    void deletedSessionEndsItsStream() {
        var session = sessionIn(server.api(), "");
        try (var stream = watch(server.api(), session)) {
            server.api().delete(SESSION, session).send().expect(204);
            stream.until("its end", open -> open.isOver());
            assertEquals(List.of("SessionDeleted"), stream.names());
        }
    }
}
