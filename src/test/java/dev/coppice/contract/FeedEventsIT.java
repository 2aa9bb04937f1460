package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.coppice.support.EventStream;
import dev.coppice.support.EventStream.Event;
import dev.coppice.support.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Events that are not about messages. Each contains the ids of what has changed. */
class FeedEventsIT extends FeedApi {

    private static Event first(EventStream stream, String name) {
        stream.until("a " + name, s -> s.names().contains(name));
        return stream.events().stream()
                .filter(event -> event.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static void assertData(Event event, Object... members) {
        assertEquals(Json.object(members).put("namespace", ""), event.json());
    }

    @Test
    void forkIsReportedOnStreamOfItsSource() {
        var source = sessionWithMessages(3);
        try (var stream = watch(source);
                var everything = watchNamespace(api(), "")) {
            var fork = ForkApi.fork(source, "m1").expect(201).at("/id");
            append(fork, message("f", "x")).expect(201);
            append(source, message("s", "x")).expect(201);
            assertData(
                    first(stream, "SessionForked"),
                    "sessionId",
                    fork,
                    "parentSessionId",
                    source,
                    "messageId",
                    "m1",
                    "messages",
                    2);
            stream.until("the event after the fork", s -> s.names().contains("MessageAppended"));
            assertEquals(List.of("SessionForked", "MessageAppended"), stream.names());
            assertEquals(List.of("s"), stream.all("MessageAppended", "messageId"));
            everything.until("the events of both sessions", s -> s.all("MessageAppended", "sessionId")
                    .containsAll(List.of(fork, source)));
            assertEquals(
                    List.of("SessionCreated", "SessionForked", "MessageAppended"),
                    everything.events().stream()
                            .filter(event -> fork.equals(event.at("/sessionId")))
                            .map(Event::name)
                            .toList());
            var created = everything.events().stream()
                    .filter(event -> event.name().equals("SessionCreated") && fork.equals(event.at("/sessionId")))
                    .findFirst()
                    .orElseThrow();
            assertData(created, "sessionId", fork, "parentSessionId", source, "forkedAtMessageId", "m1");
        }
    }

    @Test
    void streamOfForkResumesFromItsCreation() {
        var source = sessionWithMessages(2);
        try (var stream = watch(source)) {
            append(source, message("s", "x")).expect(201);
            var last = stream.untilEvents(1).lastEventId();
            var fork = ForkApi.fork(source, null).expect(201).at("/id");
            append(fork, message("f", "x")).expect(201);
            try (var forked = resume(api(), fork, last)) {
                assertEquals(
                        List.of("SessionCreated", "MessageAppended"),
                        forked.untilEvents(2).names());
            }
        }
    }

    @Test
    void splitIsReportedAndStreamStaysOpen() {
        var old = sessionWithMessages(1);
        try (var stream = watch(old)) {
            var newSession = api().post("/v1/sessions/{}/split", old)
                    .json(Json.object("summary", "s"))
                    .send()
                    .expect(201)
                    .at("/id");
            assertData(first(stream, "SessionSplit"), "sessionId", old, "newSessionId", newSession);
            assertFalse(stream.isOver());
            ForkApi.fork(old, null).expect(201);
            first(stream, "SessionForked");
        }
    }

    @Test
    void purgeIsReported() {
        var session = session();
        api().patch(SESSION, session).json("{\"maxMessages\":1}").send().expect(200);
        try (var stream = watch(session)) {
            append(session, message("a", "x"), message("b", "x"), message("c", "x"))
                    .expect(201);
            var purged = first(stream, "MessagesPurged");
            assertEquals(session, purged.at("/sessionId"));
            assertEquals(0, purged.json().path("from").asInt());
            assertEquals(1, purged.json().path("to").asInt());
        }
    }

    @Test
    void blockPromptStateAndRunEventsAreReported() {
        var session = sessionWith("{'label':'memory','provider':{'type':'stored'}}");
        try (var stream = watch(session)) {
            write(session, "memory", "text").expect(200);
            refresh(session).expect(200);
            StateApi.save(session, "k", "1").expect(201);
            RunApi.saveRun(session, "r", "{'status':'running'}").expect(201);
            assertData(first(stream, "BlockWritten"), "sessionId", session, "label", "memory");
            assertData(first(stream, "PromptRefreshed"), "sessionId", session);
            assertData(first(stream, "StateSaved"), "sessionId", session, "key", "k", "version", 1, "how", "created");
            assertEquals("r", first(stream, "RunSaved").at("/runId"));
        }
    }

    @Test
    void statePatchOfAppendIsReported() {
        var session = session();
        try (var stream = watch(session)) {
            appendRaw(session, withMembers("\"statePatch\":{\"a\":1}", message("m0", "x")))
                    .expect(201);
            appendRaw(session, withMembers("\"statePatch\":{\"a\":2}", message("m0", "x")))
                    .expect(200);
            append(session, message("m1", "y")).expect(201);
            var names = stream.untilEvents(3).names();
            assertEquals(List.of("MessageAppended", "StateSaved", "MessageAppended"), names);
            var saved = first(stream, "StateSaved").json();
            assertEquals(session, saved.path("sessionId").asString());
            assertEquals(1, saved.path("version").asInt());
            assertEquals("created", saved.path("how").asString());
            assertFalse(saved.hasNonNull("key"), "the state object has no key");
        }
    }

    @Test
    void addedAndRemovedBlocksAreReported() {
        var session = sessionWith();
        try (var stream = watch(session)) {
            addBlock(session, "{'label':'extra'}").expect(201);
            api().delete(BLOCK, session, "extra").send().expect(204);
            assertData(first(stream, "BlockAdded"), "sessionId", session, "label", "extra");
            assertData(first(stream, "BlockRemoved"), "sessionId", session, "label", "extra");
        }
    }

    @Test
    void loadedAndUnloadedSkillsAreReported() {
        var session = sessionWith("{'label':'skills','provider':{'type':'skills'}}");
        putEntry(session, "skills", "pirate", "Arr!", null).expect(201);
        try (var stream = watch(session)) {
            append(
                            session,
                            """
                            {"id":"call","role":"assistant","parts":[{"type":"tool-load_context","toolCallId":"c1",
                             "state":"output-available","input":{"label":"skills","key":"pirate"},"output":"Arr!"}]}""")
                    .expect(201);
            api().post("/v1/sessions/{}/tools/unload_context", session)
                    .json("{\"label\":\"skills\",\"key\":\"pirate\"}")
                    .send()
                    .expect(200);
            for (var name : List.of("SkillLoaded", "SkillUnloaded")) {
                assertData(first(stream, name), "sessionId", session, "label", "skills", "key", "pirate");
            }
        }
    }

    @Test
    void undoneAndFailedCompactionsAreReported() {
        var session = sessionWithCompaction(",'summarizer':'nobody','compactAfter':100");
        append(session, message("a", "x"), message("b", "y")).expect(201);
        try (var stream = watch(session)) {
            var id = CompactionsIT.compact(session, "a", "a", "s").expect(201).at("/id");
            api().delete(CompactionsIT.COMPACTIONS + "/{}", session, id).send().expect(204);
            var undone = first(stream, "CompactionUndone");
            assertEquals(id, undone.at("/compactionId"));
            assertEquals(
                    get(session).number("/tokens"), undone.json().path("tokens").asLong());
            talk(session, 0, 20);
            assertFalse(first(stream, "CompactionFailed").at("/reason").isBlank());
        }
    }

    /** Reads are observable in Java only; the feed does not report them. */
    @Test
    void readsAreNotReported() {
        var session = sessionWithMessages(1);
        try (var stream = watch(session)) {
            get(session);
            history(session);
            append(session, message("a", "x")).expect(201);
            assertEquals(List.of("MessageAppended"), stream.untilEvents(1).names());
        }
    }
}
