package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Await;
import dev.coppice.support.EventStream;
import dev.coppice.support.Json;
import dev.coppice.support.SharedServer;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The feed: events as Server-Sent Events, per session and per namespace. */
class FeedIT extends FeedApi {

    @Test
    void eventHasNameIdAndIdsConcerned() {
        var session = session();
        try (var stream = watch(session)) {
            append(session, message("a", "x")).expect(201);
            append(session, message("b", "assistant", "y")).expect(201);
            var events = stream.untilEvents(2).events();
            assertEquals(List.of("MessageAppended", "MessageAppended"), stream.names());
            var second = events.get(1);
            assertEquals(session, second.at("/sessionId"));
            assertEquals("", second.at("/namespace"));
            assertEquals("b", second.at("/messageId"));
            assertEquals("a", second.at("/parentId"));
            assertEquals("assistant", second.at("/role"));
            assertFalse(second.data().contains("\"y\""), "events contain ids, never contents");
            assertEquals(2, new HashSet<>(List.of(events.get(0).id(), second.id())).size());
        }
    }

    @Test
    void streamHasHeadersOfEventStream() {
        var session = session();
        try (var stream = watch(session)) {
            var headers = stream.headers();
            assertEquals("text/event-stream", headers.firstValue("Content-Type").orElse(""));
            assertEquals("no-store", headers.firstValue("Cache-Control").orElse(""));
            assertEquals("nosniff", headers.firstValue("X-Content-Type-Options").orElse(""));
            assertEquals(
                    RoutesIT.NO_PAGE,
                    headers.firstValue("Content-Security-Policy").orElse(""));
            assertEquals("no", headers.firstValue("X-Accel-Buffering").orElse(""));
            append(session, message("a", "x")).expect(201);
            stream.untilEvents(1);
            assertEquals("3000", stream.retry(), "retry is sent once, at the start");
        }
    }

    @Test
    void everyChangeIsReported() {
        var session = session();
        try (var stream = watch(session)) {
            append(session, message("a", "x"), message("b", "y"), message("c", "z"))
                    .expect(201);
            api().put(MESSAGE, session, "c").json(message("c", "Z")).send().expect(200);
            api().delete(MESSAGE, session, "c").send().expect(204);
            api().patch(SESSION, session).json("{\"name\":\"n\"}").send().expect(200);
            api().post(SESSION + "/usage", session)
                    .json("{\"inputTokens\":3}")
                    .send()
                    .expect(200);
            api().post("/v1/sessions/{}/compactions", session)
                    .json("{\"fromMessageId\":\"a\",\"toMessageId\":\"a\",\"summary\":\"s\"}")
                    .send()
                    .expect(201);
            api().post(SESSION + "/clear", session).send().expect(200);
            api().delete(SESSION, session).send().expect(204);
            stream.until("the end of the stream", EventStream::isOver);
            var expected = List.of(
                    "MessageAppended",
                    "MessageAppended",
                    "MessageAppended",
                    "MessageUpdated",
                    "MessagesDeleted",
                    "SessionUpdated",
                    "UsageAdded",
                    "Compacted",
                    "HistoryCleared",
                    "SessionDeleted");
            assertEquals(
                    expected, stream.names().stream().filter(expected::contains).toList());
        }
    }

    @Test
    void streamWithoutLastEventIdStartsWithNewEvents() {
        var session = sessionWithMessages(3);
        try (var stream = watch(session)) {
            append(session, message("new", "x")).expect(201);
            assertEquals(List.of("new"), stream.untilEvents(1).all("MessageAppended", "messageId"));
        }
    }

    @Test
    void resumedStreamReceivesEveryEventOnce() {
        var session = session();
        String last;
        try (var stream = watch(session)) {
            append(session, message("a", "x")).expect(201);
            last = stream.untilEvents(1).lastEventId();
        }
        appendMessages(session, 0, 1200);
        try (var stream = resume(api(), session, last);
                var resumedByParameter =
                        EventStream.open(api().get(EVENTS, session).query("lastEventId", last))) {
            append(session, message("end", "x")).expect(201);
            var expected = IntStream.range(0, 1200).mapToObj(i -> "m" + i).collect(Collectors.toList());
            expected.add("end");
            assertEquals(expected, stream.untilEvents(1201).all("MessageAppended", "messageId"));
            assertEquals(expected, resumedByParameter.untilEvents(1201).all("MessageAppended", "messageId"));
        }
    }

    /** A browser reconnects with the same URL and adds the header. */
    @Test
    void lastEventIdHeaderOverridesParameter() {
        var session = session();
        try (var stream = watch(session)) {
            append(session, message("a", "x"), message("b", "x"), message("c", "x"))
                    .expect(201);
            var events = stream.untilEvents(3).events();
            var request = api().get(EVENTS, session)
                    .query("lastEventId", events.get(0).id())
                    .header("Last-Event-ID", events.get(1).id());
            try (var resumed = EventStream.open(request)) {
                assertEquals(List.of("c"), resumed.untilEvents(1).all("MessageAppended", "messageId"));
            }
        }
    }

    @Test
    void eventIdIsValidOnAllStreamsOfTenant() {
        var first = session();
        var second = session();
        try (var stream = watch(first)) {
            append(first, message("a", "x")).expect(201);
            var last = stream.untilEvents(1).lastEventId();
            append(second, message("b", "x")).expect(201);
            try (var resumed = resume(api(), second, last)) {
                assertEquals(List.of("b"), resumed.untilEvents(1).all("MessageAppended", "messageId"));
            }
        }
    }

    /** A client that loses the connection before the first event has an id to resume with, too. */
    @Test
    void streamThatHadNoEventResumesWhereItBegan() {
        var session = session();
        String start;
        try (var stream = watch(session)) {
            start = stream.until("the start", began -> began.lastEventId() != null)
                    .lastEventId();
        }
        append(session, message("a", "x")).expect(201);
        try (var resumed = resume(api(), session, start)) {
            resumed.untilEvents(1);
            assertEquals(List.of("a"), resumed.all("MessageAppended", "messageId"));
        }
    }

    @Test
    void invalidLastEventIdIsMalformed() {
        var session = session();
        var sessions = api().get("/v1/sessions").query("limit", 1).send().at("/nextCursor");
        for (var id : new String[] {
            "1",
            "x",
            "ZXZlbnQ6LTE",
            "ZXZlbnQ6OTk5OTk5OTk5OTk5",
            "ZXZlbnQ6OTIyMzM3MjAzNjg1NDc3NTgwOA",
            "ZXZlbnQ6MTox",
            "%00",
            "x".repeat(4000),
            sessions
        }) {
            if (id != null) {
                assertRefused(api().get(EVENTS, session)
                                .header("Last-Event-ID", id)
                                .send())
                        .problem(400, "malformed");
                assertRefused(api().get(ALL_EVENTS).query("lastEventId", id).send())
                        .problem(400, "malformed");
            }
        }
    }

    @Test
    void emptyLastEventIdIsIgnored() {
        var session = sessionWithMessages(1);
        try (var stream = EventStream.open(api().get(EVENTS, session).query("lastEventId", ""))) {
            append(session, message("new", "x")).expect(201);
            assertEquals(List.of("new"), stream.untilEvents(1).all("MessageAppended", "messageId"));
        }
    }

    @Test
    void missingSessionIsRefusedBeforeStreamStarts() {
        assertRefused(api().get(EVENTS, unique("none")).send()).problem(404, "session-not-found");
        var session = session();
        assertRefused(api().get(EVENTS, session)
                        .query("namespace", unique("ns"))
                        .send())
                .problem(404, "session-not-found");
        assertRefused(api().get(EVENTS, "a\u0001").send()).problem(422, "invalid-id");
        assertRefused(api().get(ALL_EVENTS).query("namespace", "a/b").send()).problem(422, "invalid-id");
    }

    @Test
    void streamEndsWithDeleteOfSession() {
        var session = session();
        try (var stream = watch(session)) {
            append(session, message("a", "x")).expect(201);
            api().delete(SESSION, session).send().expect(204);
            stream.until("the end of the stream", EventStream::isOver);
            assertEquals(List.of("MessageAppended", "SessionDeleted"), stream.names());
        }
        assertRefused(api().get(EVENTS, session).send()).problem(404, "session-not-found");
    }

    @Test
    void streamEndsWithExpiryOfSession() {
        var id = session();
        try (var stream = watch(id)) {
            api().patch(SESSION, id).json("{\"ttlSeconds\":1}").send().expect(200);
            stream.until("the end of the stream", EventStream::isOver);
            assertEquals(List.of("SessionUpdated", "SessionExpired"), stream.names());
        }
    }

    @Test
    void recreatedSessionHasNewStream() {
        var session = session();
        try (var stream = watch(session)) {
            append(session, message("old", "x")).expect(201);
            var last = stream.untilEvents(1).lastEventId();
            api().delete(SESSION, session).send().expect(204);
            create(Json.object("id", session)).expect(201);
            append(session, message("new", "x")).expect(201);
            try (var resumed = resume(api(), session, last)) {
                resumed.untilEvents(2);
                assertEquals(List.of("SessionCreated", "MessageAppended"), resumed.names());
                assertEquals(List.of("new"), resumed.all("MessageAppended", "messageId"));
            }
        }
    }

    /** A finished stream is checked against the OpenAPI description like any other answer. */
    @Test
    void streamMatchesOpenApiDescription() {
        var id = unique("s");
        create(Json.object("id", id, "ttlSeconds", 8)).expect(201);
        var text = api().get(EVENTS, id).send().expect(200).text();
        assertTrue(text.matches("(?s)retry: 3000\nid: \\S+\n\nevent: status\ndata: \\{\"status\":\"idle\",.*"), text);
        assertTrue(text.contains("event: SessionExpired\ndata: {\"sessionId\":\"" + id + "\""), text);
        assertTrue(text.endsWith("}\n\n"), text);
    }

    @Test
    void headStartsNoStream() {
        var session = session();
        assertEquals(200, api().head(EVENTS, session).send().status());
        assertEquals(200, api().head(ALL_EVENTS).send().status());
        assertEquals(404, api().head(EVENTS, unique("none")).send().status());
    }

    @Test
    void otherMediaTypeIsRefused() {
        assertRefused(api().get(EVENTS, session())
                        .header("Accept", "application/json")
                        .send())
                .problem(406, "no-such-route");
    }

    @Test
    void namespaceStreamHasEventsOfAllItsSessions() {
        var namespace = unique("ns");
        var first = sessionIn(api(), namespace);
        try (var stream = watchNamespace(api(), namespace);
                var empty = EventStream.open(api().get(ALL_EVENTS));
                var everything = watchNamespace(api(), "*")) {
            var two = sessionIn(api(), namespace);
            var elsewhere = sessionIn(api(), "");
            append(api(), first, namespace, "a").send().expect(201);
            append(api(), two, namespace, "b").send().expect(201);
            stream.untilEvents(3);
            assertEquals(List.of("SessionCreated", "MessageAppended", "MessageAppended"), stream.names());
            assertEquals(List.of("a", "b"), stream.all("MessageAppended", "messageId"));
            assertTrue(stream.statuses().isEmpty(), "status events are sent on streams of one session only");
            empty.until("the event of the default namespace", s -> s.all("SessionCreated", "sessionId")
                    .contains(elsewhere));
            assertFalse(empty.all("SessionCreated", "sessionId").contains(two));
            everything.until(
                    "the events of both namespaces",
                    s -> s.all("SessionCreated", "sessionId").containsAll(List.of(two, elsewhere))
                            && s.all("MessageAppended", "sessionId").containsAll(List.of(first, two)));
        }
    }

    @Test
    void namespaceStreamMayStartBeforeFirstSession() {
        var namespace = unique("ns");
        try (var stream = watchNamespace(api(), namespace)) {
            var session = sessionIn(api(), namespace);
            append(api(), session, namespace, "a").send().expect(201);
            stream.untilEvents(2);
            assertEquals(List.of("SessionCreated", "MessageAppended"), stream.names());
        }
    }

    @Test
    void namespaceStreamOutlivesItsSessions() {
        var namespace = unique("ns");
        var session = sessionIn(api(), namespace);
        try (var stream = watchNamespace(api(), namespace)) {
            api().delete(SESSION, session).query("namespace", namespace).send().expect(204);
            sessionIn(api(), namespace);
            assertEquals(
                    List.of("SessionDeleted", "SessionCreated"),
                    stream.untilEvents(2).names());
            assertFalse(stream.isOver());
        }
    }

    @Test
    void rolledBackChangeIsNotReported() {
        var session = session();
        try (var stream = watch(session)) {
            append(session, message("a", "x"), message("a", "y")).problem(409, "message-exists");
            append(session, message("b", "x")).expect(201);
            assertEquals(List.of("b"), stream.untilEvents(1).all("MessageAppended", "messageId"));
        }
    }

    @Test
    void statusIsSentAtStartAndOnChange() {
        var session = session();
        try (var stream = watch(session)) {
            stream.until("the first status", s -> s.statuses().size() == 1);
            var first = stream.statuses().get(0);
            assertEquals("status", first.name());
            assertEquals("idle", first.at("/status"));
            assertEquals(0, first.json().path("tokens").asInt());
            assertTrue(first.json().has("threshold"));
            assertNull(first.at("/threshold"));
            append(session, message("a", "a text of some tokens")).expect(201);
            var tokens = get(session).number("/tokens");
            stream.until("the status with the new tokens", s -> s.statuses().size() == 2);
            assertEquals(tokens, stream.statuses().get(1).json().path("tokens").asLong());
            api().patch(SESSION, session)
                    .json("{\"compactAfter\":12345}")
                    .send()
                    .expect(200);
            stream.until("the status with the new threshold", s -> s.statuses().size() == 3);
            assertEquals(
                    12345, stream.statuses().get(2).json().path("threshold").asInt());
            assertEquals("status", stream.all().get(0).name());
            api().patch(SESSION, session).json("{\"name\":\"n\"}").send().expect(200);
            stream.untilEvents(3);
            assertEquals(3, stream.statuses().size(), "a status is sent only when it changes");
        }
    }

    @Test
    void statusCountsTokensOfHistoryAndPrompt() {
        var session = sessionWith("{'label':'soul','provider':{'type':'text'},'content':'You are a gardener.'}");
        append(session, message("a", "x")).expect(201);
        try (var stream = watch(session)) {
            stream.until("the first status", s -> s.statuses().size() == 1);
            var before = stream.statuses().get(0).json().path("tokens").asLong();
            assertEquals(get(session).number("/tokens"), before);
            api().get(PROMPT, session).send().expect(200);
            stream.until(
                    "the status with the tokens of the prompt",
                    s -> s.statuses().size() == 2);
            assertTrue(stream.statuses().get(1).json().path("tokens").asLong() > before);
        }
    }

    @Test
    void statusShowsTheNumberOfTokensThatIsCompared() {
        var session = session();
        append(session, message("a", "a text of some tokens")).expect(201);
        try (var stream = watch(session)) {
            stream.until("the first status", s -> s.statuses().size() == 1);
            var estimate = stream.statuses().get(0);
            assertEquals(estimate.at("/tokens"), estimate.at("/contextTokens"));
            api().patch(SESSION, session)
                    .json("{\"compactBy\":\"reported\"}")
                    .send()
                    .expect(200);
            stream.until("the status of the other kind", s -> s.statuses().size() == 2);
            assertTrue(stream.statuses().get(1).json().path("contextTokens").isNull());
            api().post(SESSION + "/usage", session)
                    .json("{\"inputTokens\":777}")
                    .send()
                    .expect(200);
            stream.until("the status with the report", s -> s.statuses().size() == 3);
            assertEquals("777", stream.statuses().get(2).at("/contextTokens"));
            assertEquals(estimate.at("/tokens"), stream.statuses().get(2).at("/tokens"));
        }
    }

    @Test
    @ResourceLock(SharedServer.MODEL)
    void compactionIsReportedAtStartAndEnd() {
        var session = sessionWithCompaction(",'summarizer':'llm','compactAfter':100000");
        talk(session, 0, 12);
        var gate = new Gate();
        SharedServer.model().play(gate.answering("A summary."));
        try (var stream = watch(session)) {
            stream.until("the first status", s -> s.statuses().size() == 1);
            var compacting = new Thread(() -> compact(session).expect(200));
            compacting.start();
            Gate.await(gate.asked());
            stream.until(
                    "the status of the running compaction", s -> s.statuses().size() == 2);
            assertEquals("compacting", stream.statuses().get(1).at("/status"));
            assertEquals(
                    100000, stream.statuses().get(1).json().path("threshold").asInt(), "the threshold of the agent");
            gate.open().countDown();
            stream.until("the status after the compaction", s -> {
                var statuses = s.statuses();
                return "idle".equals(statuses.get(statuses.size() - 1).at("/status"));
            });
            stream.until("the compaction event", s -> s.names().contains("Compacted"));
            var statuses = stream.statuses();
            assertTrue(statuses.get(statuses.size() - 1).json().path("tokens").asLong()
                    < statuses.get(0).json().path("tokens").asLong());
        }
    }

    @Test
    void streamNeedsReadScopeAndShowsOwnTenantOnly() {
        var tenant = unique("tenant");
        var foreign = api().as(token(tenant, "read", "write"));
        var foreignReader = api().as(token(tenant, "read"));
        var session = sessionIn(foreign, "");
        assertRefused(api().as(null).get(EVENTS, session).send()).problem(401, "unauthenticated");
        assertRefused(api().get(EVENTS, session).send()).problem(404, "session-not-found");
        try (var otherTenantsStream =
                        EventStream.open(foreignReader.get(ALL_EVENTS).query("namespace", "*"));
                var ownStream = EventStream.open(api().get(ALL_EVENTS).query("namespace", "*"))) {
            var ownSession = session();
            append(foreign, session, "", "a").send().expect(201);
            append(ownSession, message("b", "x")).expect(201);
            assertEquals(List.of("a"), otherTenantsStream.untilEvents(1).all("MessageAppended", "messageId"));
            ownStream.until("the event of the own session", s -> s.all("MessageAppended", "sessionId")
                    .contains(ownSession));
            assertFalse(ownStream.all("MessageAppended", "sessionId").contains(session));
            assertEquals(1, otherTenantsStream.events().size());
            // Resuming after the id of another tenant's event shows events of the own tenant only.
            try (var resumed = EventStream.open(foreignReader
                    .get(ALL_EVENTS)
                    .query("namespace", "*")
                    .header("Last-Event-ID", ownStream.events().get(0).id()))) {
                append(ownSession, message("c", "x")).expect(201);
                append(foreign, session, "", "d").send().expect(201);
                resumed.until("the event of the other tenant's session", s -> s.all("MessageAppended", "messageId")
                        .contains("d"));
                assertTrue(resumed.events().stream().allMatch(event -> session.equals(event.at("/sessionId"))));
            }
        }
    }

    @Test
    void revokedTokenEndsStream() {
        var token = api().post("/v1/tokens")
                .json(Json.object("scopes", List.of("read")))
                .send()
                .expect(201);
        var session = session();
        try (var stream = watch(api().as(token.at("/token")), session);
                var second = watch(session)) {
            append(session, message("a", "x")).expect(201);
            stream.untilEvents(1);
            api().delete("/v1/tokens/{}", token.at("/id")).send().expect(204);
            Await.until("the end of the stream", Duration.ofSeconds(60), stream::isOver);
            append(session, message("b", "x")).expect(201);
            second.untilEvents(2);
            assertEquals(1, stream.events().size());
        }
    }
}
