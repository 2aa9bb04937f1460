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

/** What happens reaches clients as Server-Sent Events, per session and per namespace. */
class FeedIT extends FeedApi {

    @Test
    void anEventHasItsNameItsIdAndTheIdsConcerned() {
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
            assertFalse(second.data().contains("\"y\""), "ids, never contents");
            assertEquals(2, new HashSet<>(List.of(events.get(0).id(), second.id())).size());
        }
    }

    @Test
    void theStreamSaysWhatItIs() {
        var session = session();
        try (var stream = watch(session)) {
            var headers = stream.headers();
            assertEquals("text/event-stream", headers.firstValue("Content-Type").orElse(""));
            assertEquals("no-store", headers.firstValue("Cache-Control").orElse(""));
            assertEquals("nosniff", headers.firstValue("X-Content-Type-Options").orElse(""));
            assertEquals("no", headers.firstValue("X-Accel-Buffering").orElse(""));
            append(session, message("a", "x")).expect(201);
            stream.untilEvents(1);
            assertEquals("3000", stream.retry(), "told once, at the beginning");
        }
    }

    @Test
    void everyChangeIsTold() {
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
            stream.until("the end", EventStream::isOver);
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
    void withoutAnIdOnlyNewEventsAreTold() {
        var session = sessionWithMessages(3);
        try (var stream = watch(session)) {
            append(session, message("new", "x")).expect(201);
            assertEquals(List.of("new"), stream.untilEvents(1).all("MessageAppended", "messageId"));
        }
    }

    @Test
    void whoResumesMissesNothingAndIsToldNothingTwice() {
        var session = session();
        String last;
        try (var stream = watch(session)) {
            append(session, message("a", "x")).expect(201);
            last = stream.untilEvents(1).lastEventId();
        }
        appendMessages(session, 0, 1200);
        try (var stream = resume(api(), session, last);
                var parameter = EventStream.open(api().get(EVENTS, session).query("lastEventId", last))) {
            append(session, message("end", "x")).expect(201);
            var expected = IntStream.range(0, 1200).mapToObj(i -> "m" + i).collect(Collectors.toList());
            expected.add("end");
            assertEquals(expected, stream.untilEvents(1201).all("MessageAppended", "messageId"));
            assertEquals(expected, parameter.untilEvents(1201).all("MessageAppended", "messageId"));
        }
    }

    /** A browser that connects again asks for the same URL, and sets the header besides. */
    @Test
    void theHeaderIsLaterThanTheParameter() {
        var session = session();
        try (var stream = watch(session)) {
            append(session, message("a", "x"), message("b", "x"), message("c", "x"))
                    .expect(201);
            var events = stream.untilEvents(3).events();
            var both = api().get(EVENTS, session)
                    .query("lastEventId", events.get(0).id())
                    .header("Last-Event-ID", events.get(1).id());
            try (var resumed = EventStream.open(both)) {
                assertEquals(List.of("c"), resumed.untilEvents(1).all("MessageAppended", "messageId"));
            }
        }
    }

    @Test
    void anIdHoldsForEveryStreamOfTheTenant() {
        var one = session();
        var other = session();
        try (var stream = watch(one)) {
            append(one, message("a", "x")).expect(201);
            var last = stream.untilEvents(1).lastEventId();
            append(other, message("b", "x")).expect(201);
            try (var resumed = resume(api(), other, last)) {
                assertEquals(List.of("b"), resumed.untilEvents(1).all("MessageAppended", "messageId"));
            }
        }
    }

    @Test
    void anIdThatIsNotOfTheLogIsMalformed() {
        var session = session();
        var sessions = api().get("/v1/sessions").query("limit", 1).send().at("/nextCursor");
        for (var id : new String[] {
            "1",
            "x",
            "ZXZlbnQ6LTE",
            "ZXZlbnQ6MA",
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
    void anEmptyIdIsNone() {
        var session = sessionWithMessages(1);
        try (var stream = EventStream.open(api().get(EVENTS, session).query("lastEventId", ""))) {
            append(session, message("new", "x")).expect(201);
            assertEquals(List.of("new"), stream.untilEvents(1).all("MessageAppended", "messageId"));
        }
    }

    @Test
    void aSessionThatIsAbsentIsToldBeforeAnythingIsStreamed() {
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
    void theStreamOfASessionThatIsDeletedEnds() {
        var session = session();
        try (var stream = watch(session)) {
            append(session, message("a", "x")).expect(201);
            api().delete(SESSION, session).send().expect(204);
            stream.until("the end", EventStream::isOver);
            assertEquals(List.of("MessageAppended", "SessionDeleted"), stream.names());
        }
        assertRefused(api().get(EVENTS, session).send()).problem(404, "session-not-found");
    }

    @Test
    void theStreamOfASessionThatExpiresEnds() {
        var id = session();
        try (var stream = watch(id)) {
            api().patch(SESSION, id).json("{\"ttlSeconds\":1}").send().expect(200);
            stream.until("the end", EventStream::isOver);
            assertEquals(List.of("SessionUpdated", "SessionExpired"), stream.names());
        }
    }

    @Test
    void aSessionThatIsMadeAgainHasAStreamOfItsOwn() {
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

    /** A stream that ends is an answer like any other: this one is held against the API's description. */
    @Test
    void aWholeStreamIsAsTheDescriptionSays() {
        var id = unique("s");
        create(Json.object("id", id, "ttlSeconds", 8)).expect(201);
        var text = api().get(EVENTS, id).send().expect(200).text();
        assertTrue(text.startsWith("retry: 3000\n\nevent: status\ndata: {\"status\":\"idle\","), text);
        assertTrue(text.contains("event: SessionExpired\ndata: {\"sessionId\":\"" + id + "\""), text);
        assertTrue(text.endsWith("}\n\n"), text);
    }

    @Test
    void headBeginsNoStream() {
        var session = session();
        assertEquals(200, api().head(EVENTS, session).send().status());
        assertEquals(200, api().head(ALL_EVENTS).send().status());
        assertEquals(404, api().head(EVENTS, unique("none")).send().status());
    }

    @Test
    void anotherFormatIsNotToBeHad() {
        assertRefused(api().get(EVENTS, session())
                        .header("Accept", "application/json")
                        .send())
                .problem(406, "no-such-route");
    }

    @Test
    void aNamespaceHasTheEventsOfAllItsSessions() {
        var namespace = unique("ns");
        var one = sessionIn(api(), namespace);
        try (var stream = watchNamespace(api(), namespace);
                var empty = EventStream.open(api().get(ALL_EVENTS));
                var everything = watchNamespace(api(), "*")) {
            var two = sessionIn(api(), namespace);
            var elsewhere = sessionIn(api(), "");
            append(api(), one, namespace, "a").send().expect(201);
            append(api(), two, namespace, "b").send().expect(201);
            stream.untilEvents(3);
            assertEquals(List.of("SessionCreated", "MessageAppended", "MessageAppended"), stream.names());
            assertEquals(List.of("a", "b"), stream.all("MessageAppended", "messageId"));
            assertTrue(stream.statuses().isEmpty(), "how sessions are is told to those who read one");
            empty.until(
                    "the empty one", s -> s.all("SessionCreated", "sessionId").contains(elsewhere));
            assertFalse(empty.all("SessionCreated", "sessionId").contains(two));
            everything.until(
                    "both",
                    s -> s.all("SessionCreated", "sessionId").containsAll(List.of(two, elsewhere))
                            && s.all("MessageAppended", "sessionId").containsAll(List.of(one, two)));
        }
    }

    @Test
    void aNamespaceCanBeReadBeforeItsFirstSession() {
        var namespace = unique("ns");
        try (var stream = watchNamespace(api(), namespace)) {
            var session = sessionIn(api(), namespace);
            append(api(), session, namespace, "a").send().expect(201);
            stream.untilEvents(2);
            assertEquals(List.of("SessionCreated", "MessageAppended"), stream.names());
        }
    }

    @Test
    void theNamespaceOutlivesItsSessions() {
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
    void whatWasRolledBackIsNeverTold() {
        var session = session();
        try (var stream = watch(session)) {
            append(session, message("a", "x"), message("a", "y")).problem(409, "message-exists");
            append(session, message("b", "x")).expect(201);
            assertEquals(List.of("b"), stream.untilEvents(1).all("MessageAppended", "messageId"));
        }
    }

    @Test
    void aSessionSaysHowItIsAtTheBeginningAndWhenThatChanges() {
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
            stream.until("its tokens", s -> s.statuses().size() == 2);
            assertEquals(tokens, stream.statuses().get(1).json().path("tokens").asLong());
            api().patch(SESSION, session)
                    .json("{\"compactAfter\":12345}")
                    .send()
                    .expect(200);
            stream.until("its threshold", s -> s.statuses().size() == 3);
            assertEquals(
                    12345, stream.statuses().get(2).json().path("threshold").asInt());
            assertEquals("status", stream.all().get(0).name());
            api().patch(SESSION, session).json("{\"name\":\"n\"}").send().expect(200);
            stream.untilEvents(3);
            assertEquals(3, stream.statuses().size(), "told only when it changes");
        }
    }

    @Test
    void theTokensOfAStatusAreThoseOfTheHistoryAndThePrompt() {
        var session = sessionWith("{'label':'soul','provider':{'type':'text'},'content':'You are a gardener.'}");
        append(session, message("a", "x")).expect(201);
        try (var stream = watch(session)) {
            stream.until("the first status", s -> s.statuses().size() == 1);
            var before = stream.statuses().get(0).json().path("tokens").asLong();
            assertEquals(get(session).number("/tokens"), before);
            api().get(PROMPT, session).send().expect(200);
            stream.until("the prompt's", s -> s.statuses().size() == 2);
            assertTrue(stream.statuses().get(1).json().path("tokens").asLong() > before);
        }
    }

    @Test
    @ResourceLock(SharedServer.MODEL)
    void aCompactionIsToldWhenItBeginsAndWhenItEnds() {
        var session = sessionWithCompaction(",'summarizer':'llm','compactAfter':100000");
        talk(session, 0, 12);
        var gate = new Gate();
        SharedServer.model().play(gate.answering("A summary."));
        try (var stream = watch(session)) {
            var compacting = new Thread(() -> compact(session).expect(200));
            compacting.start();
            Gate.await(gate.asked());
            stream.until("it compacts", s -> s.statuses().size() == 2);
            assertEquals("compacting", stream.statuses().get(1).at("/status"));
            assertEquals(
                    100000, stream.statuses().get(1).json().path("threshold").asInt(), "the agent's");
            gate.open().countDown();
            stream.until("it does no more", s -> {
                var statuses = s.statuses();
                return "idle".equals(statuses.get(statuses.size() - 1).at("/status"));
            });
            stream.until("it is told", s -> s.names().contains("Compacted"));
            var statuses = stream.statuses();
            assertTrue(statuses.get(statuses.size() - 1).json().path("tokens").asLong()
                    < statuses.get(0).json().path("tokens").asLong());
        }
    }

    @Test
    void aReaderNeedsTheScopeAndSeesItsOwnTenantOnly() {
        var tenant = unique("tenant");
        var foreign = api().as(token(tenant, "read", "write"));
        var reading = api().as(token(tenant, "read"));
        var session = sessionIn(foreign, "");
        assertRefused(api().as(null).get(EVENTS, session).send()).problem(401, "unauthenticated");
        assertRefused(api().get(EVENTS, session).send()).problem(404, "session-not-found");
        try (var theirs = EventStream.open(reading.get(ALL_EVENTS).query("namespace", "*"));
                var ours = EventStream.open(api().get(ALL_EVENTS).query("namespace", "*"))) {
            var mine = session();
            append(foreign, session, "", "a").send().expect(201);
            append(mine, message("b", "x")).expect(201);
            assertEquals(List.of("a"), theirs.untilEvents(1).all("MessageAppended", "messageId"));
            ours.until("our own", s -> s.all("MessageAppended", "sessionId").contains(mine));
            assertFalse(ours.all("MessageAppended", "sessionId").contains(session));
            assertEquals(1, theirs.events().size());
            // The id of another tenant's event shows nothing but what is one's own.
            try (var resumed = EventStream.open(reading.get(ALL_EVENTS)
                    .query("namespace", "*")
                    .header("Last-Event-ID", ours.events().get(0).id()))) {
                append(mine, message("c", "x")).expect(201);
                append(foreign, session, "", "d").send().expect(201);
                resumed.until(
                        "their own", s -> s.all("MessageAppended", "messageId").contains("d"));
                assertTrue(resumed.events().stream().allMatch(event -> session.equals(event.at("/sessionId"))));
            }
        }
    }

    @Test
    void aTokenThatIsRevokedEndsTheStream() {
        var made = api().post("/v1/tokens")
                .json(Json.object("scopes", List.of("read")))
                .send()
                .expect(201);
        var session = session();
        try (var stream = watch(api().as(made.at("/token")), session);
                var other = watch(session)) {
            append(session, message("a", "x")).expect(201);
            stream.untilEvents(1);
            api().delete("/v1/tokens/{}", made.at("/id")).send().expect(204);
            Await.until("the end", Duration.ofSeconds(10), stream::isOver);
            append(session, message("b", "x")).expect(201);
            other.untilEvents(2);
            assertEquals(1, stream.events().size());
        }
    }
}
