package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.coppice.support.Await;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Databases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * The event log is trimmed by age, but not beyond the slowest index. Resuming after a trimmed event is refused with 410
 * {@code events-gone}.
 */
@Order(IndexApi.FIRST)
class FeedTrimIT extends FeedApi {
    private static final Duration SOON = Duration.ofSeconds(60);

    /** Long enough for a slow machine to read the events; the tests wait until it has passed. */
    private static final int KEEP_SECONDS = 4;

    private static final long TWO_DAYS = 2 * 24 * 3600 * 1000L;

    private static CoppiceServer server;

    @BeforeAll
    static void startServer() {
        server = CoppiceServer.named("trim")
                .environment("COPPICE_EVENTS_KEEP", "PT" + KEEP_SECONDS + "S")
                .environment("COPPICE_SWEEP_INTERVAL", "PT0.2S")
                .environment("COPPICE_EVENTS_INTERVAL", CoppiceServer.INDEX_INTERVAL)
                .environment("COPPICE_SEARCH_INTERVAL", CoppiceServer.INDEX_INTERVAL)
                .start();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    /** Resumes a missing session after an event: 410 if the event is trimmed, which is checked first, else 404. */
    private static int probe(String id) {
        return server.api()
                .get(EVENTS, unique("none"))
                .header("Last-Event-ID", id)
                .send()
                .status();
    }

    private static void sql(String statement, Object... parameters) throws SQLException {
        try (var connection = Databases.connect(server);
                var prepared = connection.prepareStatement(statement)) {
            for (int i = 0; i < parameters.length; i++) {
                prepared.setObject(i + 1, parameters[i]);
            }
            prepared.executeUpdate();
        }
    }

    @Test
    void resumeAfterTrimmedEventIsRefused() {
        var api = server.api();
        var session = sessionIn(api, "");
        var newNamespace = unique("ns");
        String first;
        String last;
        try (var stream = watch(api, session);
                var namespaceStream = watchNamespace(api, newNamespace)) {
            append(api, session, "", "a", "b").send().expect(201);
            var events = stream.untilEvents(2).events();
            first = events.get(0).id();
            last = events.get(1).id();
            Await.until("the log is trimmed", SOON, () -> probe(first) == 410);
            assertRefused(api.get(EVENTS, session)
                            .header("Last-Event-ID", first)
                            .send())
                    .problem(410, "events-gone");
            assertRefused(api.get(ALL_EVENTS).query("lastEventId", first).send())
                    .problem(410, "events-gone");
            // No event after the last one is trimmed, so the open stream continues.
            append(api, session, "", "c").send().expect(201);
            assertEquals(List.of("a", "b", "c"), stream.untilEvents(3).all("MessageAppended", "messageId"));
            assertNotNull(last);
            // The stream of a namespace without events continues too.
            sessionIn(api, newNamespace);
            assertEquals(
                    List.of("SessionCreated"), namespaceStream.untilEvents(1).names());
        }
        try (var stream = watch(api, session)) {
            append(api, session, "", "d").send().expect(201);
            assertEquals(List.of("d"), stream.untilEvents(1).all("MessageAppended", "messageId"));
        }
    }

    @Test
    void streamOfSessionWithoutTrimmedEventsResumes() {
        var api = server.api();
        var quietSession = sessionIn(api, "");
        var busySession = sessionIn(api, "");
        var old = appendedEventId(quietSession, "a");
        var middle = appendedEventId(busySession, "b");
        appendedEventId(busySession, "c");
        Await.until("the log is trimmed", SOON, () -> probe(middle) == 410);
        assertRefused(api.get(EVENTS, busySession).header("Last-Event-ID", old).send())
                .problem(410, "events-gone");
        assertRefused(api.get(ALL_EVENTS).query("lastEventId", old).send()).problem(410, "events-gone");
        try (var stream = resume(api, quietSession, old)) {
            append(api, quietSession, "", "d").send().expect(201);
            assertEquals(List.of("d"), stream.untilEvents(1).all("MessageAppended", "messageId"));
        }
    }

    /** Appends a message and returns the id of its event. */
    private static String appendedEventId(String session, String message) {
        try (var stream = watch(server.api(), session)) {
            append(server.api(), session, "", message).send().expect(201);
            return stream.untilEvents(1).lastEventId();
        }
    }

    /** A bean that was looked up in each sweep was never released: a leak of some kilobytes a minute. */
    @Test
    void sweepsKeepNoObjects() {
        var session = sessionIn(server.api(), "");
        trimOne(session, "m0");
        long before = server.liveObjects("IndexFollower");
        for (int i = 1; i < 4; i++) {
            trimOne(session, "m" + i);
        }
        assertEquals(before, server.liveObjects("IndexFollower"));
    }

    private static void trimOne(String session, String message) {
        var event = appendedEventId(session, message);
        // Only an event before the last one of the log is trimmed.
        append(server.api(), session, "", message + "-next").send().expect(201);
        Await.until("the log is trimmed", SOON, () -> probe(event) == 410);
    }

    /** Not on H2: the test writes tables while the server runs. */
    @Test
    @EnabledIf("dev.coppice.support.Databases#areOnServer")
    void laggingIndexKeepsLogUntilItsNodeIsRemoved() throws SQLException, IOException {
        var api = server.api();
        var word = uniqueWord();
        var session = sessionWithText(api, word);
        awaitIndexed(api);
        // Another live node, whose index has stopped at the current position.
        sql(
                "insert into index_checkpoint (node, indexed_position, seen_at)"
                        + " select 'other', last_position, ? from event_sequence",
                System.currentTimeMillis());
        String early;
        String late;
        try (var stream = watch(api, session)) {
            append(api, session, "", "a").send().expect(201);
            early = stream.untilEvents(1).lastEventId();
            append(api, session, "", "b").send().expect(201);
            late = stream.untilEvents(2).lastEventId();
        }
        var before = Files.readAllLines(checkpoint());
        long oldEnough =
                System.nanoTime() + Duration.ofSeconds(KEEP_SECONDS + 3).toNanos();
        Await.until("the events are older than the retention of the log", SOON, () -> System.nanoTime() > oldEnough);
        assertEquals(404, probe(early), "the event is not trimmed yet");
        sql("update index_checkpoint set seen_at = ? where node = 'other'", System.currentTimeMillis() - TWO_DAYS);
        Await.until("the log is trimmed without the dead node", SOON, () -> probe(early) == 410);
        assertEquals(404, probe(late), "no event after it is trimmed");

        // The restarted node finds that the log starts after its checkpoint.
        server.stop();
        before.set(1, "1");
        Files.write(checkpoint(), before);
        server.restart();
        Await.until("the index is rebuilt", SOON, () -> index(api).at("/rebuild/finishedAt") != null);
        Await.until("the message is found", SOON, () -> exactHits(
                        api.get(SEARCH_SESSION, session).query("q", word).send())
                .contains("m0"));
    }

    private static Path checkpoint() {
        return server.data().resolve("index").resolve("checkpoint");
    }
}
