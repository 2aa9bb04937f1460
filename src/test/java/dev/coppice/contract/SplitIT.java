package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.HttpCall;
import dev.coppice.support.Json;
import dev.coppice.support.ParallelClients;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Splits of a session: it ends, and a new session continues with its summary. */
class SplitIT extends PromptApi {

    private static final String SPLIT = "/v1/sessions/{}/split";

    private static HttpCall split(String session, Object... members) {
        return api().post(SPLIT, session).json(Json.object(members));
    }

    /** Splits a session and returns the id of the new one. */
    private static String successor(String session) {
        return split(session, "summary", "what was said").send().expect(201).at("/id");
    }

    /** Requests the URL in an answer's {@code Location} header. */
    private static HttpAnswer getLocation(HttpAnswer created) {
        var location = URI.create(created.header("Location"));
        return api().get(location.getRawPath() + (location.getRawQuery() == null ? "" : "?" + location.getRawQuery()))
                .send();
    }

    private static List<String> sortedIds(HttpAnswer list) {
        return list.expect(200).all("/items", "id").stream().sorted().toList();
    }

    @Test
    void newSessionBeginsWithSummary() {
        var old = sessionWithMessages(5);
        var fresh = split(old, "summary", "Ada asked\nabout \"trees\" \u0000 🌳")
                .send()
                .expect(201);
        var history = history(fresh.at("/id"));
        assertEquals(1, history.json().path("messages").size());
        assertEquals("assistant", history.at("/messages/0/role"));
        assertEquals("Ada asked\nabout \"trees\" \u0000 🌳", history.at("/messages/0/parts/0/text"));
        assertEquals(old, history.at("/messages/0/metadata/split/sessionId"));
        assertEquals(history.at("/messages/0/id"), fresh.at("/leafId"));
        assertEquals(1, fresh.json().path("messageCount").asInt());
        assertTrue(fresh.json().path("tokens").asInt() > 0);
        assertNull(entry(fresh.at("/id"), fresh.at("/leafId")).expect(200).at("/parentId"));
    }

    @Test
    void answerHasLocationAndETagOfNewSession() {
        var fresh = split(sessionWithMessages(1), "summary", "s").send().expect(201);
        var stored = getLocation(fresh).expect(200);
        assertEquals(fresh.json(), stored.json());
        assertEquals(fresh.header("ETag"), stored.header("ETag"));
        assertNotNull(fresh.header("ETag"));
    }

    @Test
    void oldSessionEndsAndKeepsItsHistory() {
        var old = sessionWithMessages(3);
        var before = get(old).json();
        successor(old);
        var after = get(old);
        assertEquals("compaction", after.at("/endReason"));
        assertNotNull(after.at("/endedAt"));
        assertEquals(List.of("m0", "m1", "m2"), path(old));
        assertEquals(before.path("tokens"), after.json().path("tokens"));
    }

    @Test
    void endedSessionRefusesMessagesCompactionsAndSplits() {
        var old = sessionWithMessages(3);
        successor(old);
        append(old, message("late", "x")).problem(409, "session-ended");
        appendUnder(old, null, message("late", "x")).problem(409, "session-ended");
        api().put(MESSAGE, old, "late").json(message("late", "x")).send().problem(409, "session-ended");
        api().post(SESSION + "/compactions", old)
                .json(Json.object("fromMessageId", "m0", "toMessageId", "m1", "summary", "s"))
                .send()
                .problem(409, "session-ended");
        split(old, "summary", "again").send().problem(409, "session-ended");
        assertEquals(List.of("m0", "m1", "m2"), path(old));
    }

    @Test
    void endedSessionAcknowledgesExistingMessage() {
        var old = sessionWithMessages(1);
        append(old, message("a", "x")).expect(201);
        successor(old);
        append(old, message("a", "x")).expect(200);
    }

    @Test
    void newSessionIsIndependentOfOldOne() {
        var old = sessionWithMessages(2);
        var fresh = successor(old);
        append(fresh, message("m0", "another one of the id")).expect(201);
        assertEquals(2, path(fresh).size());
        assertEquals(List.of("m0", "m1"), path(old));
        api().delete(SESSION, old).send().expect(204);
        assertEquals(2, path(fresh).size());
        assertEquals(old, get(fresh).at("/parentSessionId"));
    }

    @Test
    void sessionMembersAreCarriedOver() {
        var agent = agent();
        var old = ForkApi.sessionWithEverything(agent);
        var before = get(old);
        var fresh = get(successor(old));
        for (var field : ForkApi.INHERITED) {
            assertEquals(before.json().path(field), fresh.json().path(field), field);
        }
        assertEquals(before.at("/name"), fresh.at("/name"));
        assertEquals(old, fresh.at("/parentSessionId"));
        assertNull(fresh.at("/forkedAtMessageId"));
        assertNull(fresh.at("/endedAt"));
        assertNull(fresh.at("/endReason"));
        assertEquals(0, fresh.json().at("/usage/inputTokens").asInt());
        assertEquals(
                List.of(fresh.at("/id")),
                sortedIds(api().get("/v1/sessions")
                        .query("metadata.topic", old)
                        .query("agent", agent)
                        .query("ended", "false")
                        .send()));
    }

    @Test
    void nameAndIdCanBeSet() {
        var old = sessionWithMessages(1);
        var id = unique("next");
        var fresh =
                split(old, "summary", "s", "id", id, "name", "Planting").send().expect(201);
        assertEquals(id, fresh.at("/id"));
        assertEquals("Planting", fresh.at("/name"));
        assertTrue(fresh.header("Location").endsWith("/v1/sessions/" + id), fresh.header("Location"));
    }

    @Test
    void newSessionIsInSameNamespace() {
        var namespace = unique("ns");
        var old = sessionIn(api(), namespace, "hello");
        var fresh = api().post(SPLIT, old)
                .query("namespace", namespace)
                .json(Json.object("summary", "s"))
                .send()
                .expect(201);
        assertEquals(namespace, fresh.at("/namespace"));
        assertEquals(fresh.json(), getLocation(fresh).expect(200).json());
        api().get(SESSION, fresh.at("/id")).send().problem(404, "session-not-found");
    }

    @Test
    void existingIdIsRefusedAndChangesNothing() {
        var old = sessionWithMessages(2);
        var other = session();
        split(old, "summary", "s", "id", other).send().problem(409, "session-exists");
        split(old, "summary", "s", "id", old).send().problem(409, "session-exists");
        assertNull(get(old).at("/endedAt"));
        append(old, message("more", "x")).expect(201);
        assertEquals(0, get(other).json().path("messageCount").asInt());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'summary':null}",
                "{'summary':''}",
                "{'summary':' \\n '}",
                "{'summary':'s','id':'a/b'}",
                "{'summary':'\\ud800'}"
            })
    void invalidSplitIsRefusedAndChangesNothing(String body) {
        var old = sessionWithMessages(1);
        var answer = api().post(SPLIT, old).json(body.replace('\'', '"')).send();
        assertEquals(422, assertRefused(answer).status());
        assertNull(get(old).at("/endedAt"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{'summary':1}", "{'summary':'s','x':1}", "[]"})
    void malformedBodyIsRefused(String body) {
        var answer = api().post(SPLIT, sessionWithMessages(1))
                .json(body.replace('\'', '"'))
                .send();
        assertEquals(400, assertRefused(answer).status());
    }

    @Test
    void summaryLengthIsLimited() {
        var old = sessionWithMessages(1);
        split(old, "summary", "x".repeat(100_001)).send().problem(413, "too-large");
        split(old, "summary", "x".repeat(100_000)).send().expect(201);
    }

    @Test
    void missingSessionIsNotFound() {
        split(unique("nobody"), "summary", "s").send().problem(404, "session-not-found");
    }

    @Test
    void splitChecksIfMatch() {
        var old = sessionWithMessages(1);
        var tag = get(old).header("ETag");
        append(old, message("more", "x")).expect(201);
        split(old, "summary", "s").header("If-Match", tag).send().problem(412, "stale-version");
        split(old, "summary", "s")
                .header("If-Match", get(old).header("ETag"))
                .send()
                .expect(201);
    }

    @Test
    void splitWithIdempotencyKeyIsReplayed() {
        var old = sessionWithMessages(1);
        var key = unique("key");
        var first =
                split(old, "summary", "s").header("Idempotency-Key", key).send().expect(201);
        var again =
                split(old, "summary", "s").header("Idempotency-Key", key).send().expect(201);
        assertEquals(first.json(), again.json());
        assertEquals("true", again.header("Idempotency-Replayed"));
        assertEquals(first.header("Location"), again.header("Location"));
        assertEquals(
                1,
                sortedIds(api().get("/v1/sessions").query("parent", old).send()).size());
        split(old, "summary", "other").header("Idempotency-Key", key).send().problem(422, "idempotency-mismatch");
    }

    @Test
    void oneOfConcurrentSplitsSucceeds() throws Exception {
        var old = sessionWithMessages(2);
        var answers = ParallelClients.of(6, i -> retryWhileBusy(split(old, "summary", "s" + i)::send));
        assertEquals(
                1, answers.stream().filter(answer -> answer.status() == 201).count());
        answers.stream()
                .filter(answer -> answer.status() != 201)
                .forEach(answer -> answer.problem(409, "session-ended"));
        assertEquals(
                1,
                sortedIds(api().get("/v1/sessions").query("parent", old).send()).size());
    }

    @Test
    void childSessionsAreListed() {
        var namespace = unique("ns");
        var old = sessionIn(api(), namespace, "hello");
        var ids = IntStream.range(0, 3)
                .mapToObj(i -> sessionIn(api(), namespace, "x", "parentSessionId", old))
                .toList();
        var fresh = api().post(SPLIT, old)
                .query("namespace", namespace)
                .json(Json.object("summary", "s"))
                .send()
                .expect(201);
        var all = new ArrayList<>(ids);
        all.add(fresh.at("/id"));
        assertEquals(
                all.stream().sorted().toList(),
                sortedIds(api().get("/v1/sessions")
                        .query("namespace", namespace)
                        .query("parent", old)
                        .send()));
        assertEquals(
                List.of(old),
                sortedIds(api().get("/v1/sessions")
                        .query("namespace", namespace)
                        .query("ended", "true")
                        .send()));
        assertEquals(
                all.stream().sorted().toList(),
                sortedIds(api().get("/v1/sessions")
                        .query("namespace", namespace)
                        .query("ended", "false")
                        .send()));
        var grandchild = api().post(SPLIT, fresh.at("/id"))
                .query("namespace", namespace)
                .json(Json.object("summary", "s"))
                .send()
                .expect(201);
        assertEquals(
                List.of(grandchild.at("/id")),
                sortedIds(api().get("/v1/sessions")
                        .query("namespace", namespace)
                        .query("parent", fresh.at("/id"))
                        .send()));
    }

    @Test
    void contextBlocksAreCarriedOver() {
        var old = sessionOf(
                agent(
                        "{'label':'soul','provider':{'type':'text'},'content':'kind'}",
                        "{'label':'hidden','provider':{'type':'text'},'content':'x'}",
                        "{'label':'memory','provider':{'type':'stored'}}",
                        "{'label':'mine','provider':{'type':'stored'},'scope':'user'}"),
                "ada");
        write(old, "memory", "first").expect(200);
        write(old, "memory", "second").expect(200);
        write(old, "mine", "of ada").expect(200);
        addBlock(old, "{'label':'added','provider':{'type':'stored'}}").expect(201);
        write(old, "added", "here only").expect(200);
        api().delete(BLOCK, old, "hidden").send().expect(204);
        var fresh = successor(old);
        assertEquals("second", content(fresh, "memory"));
        assertEquals("of ada", content(fresh, "mine"));
        assertEquals("here only", content(fresh, "added"));
        block(fresh, "hidden").problem(404, "block-not-found");
        assertEquals(
                api().get(BLOCK + "/versions", old, "memory").send().expect(200).json(),
                api().get(BLOCK + "/versions", fresh, "memory")
                        .send()
                        .expect(200)
                        .json());
        write(fresh, "memory", "third").expect(200);
        assertEquals("second", content(old, "memory"));
        assertEquals("third", content(fresh, "memory"));
    }

    @Test
    void blockEntriesAreCarriedOverAndIndexed() {
        var word = uniqueWord();
        var old = sessionWith("{'label':'docs','provider':{'type':'search'}}");
        putEntry(old, "docs", "k1", "about " + word, "title").expect(201);
        putEntry(old, "docs", "k2", "something else", "title").expect(201);
        var fresh = successor(old);
        assertEquals(
                api().get(ENTRY, old, "docs", "k1").send().expect(200).json(),
                api().get(ENTRY, fresh, "docs", "k1").send().expect(200).json());
        awaitIndexed();
        assertEquals(List.of("k1"), entriesFound(fresh, word));
        api().delete(SESSION, old).send().expect(204);
        awaitIndexed();
        assertEquals(List.of("k1"), entriesFound(fresh, word));
    }

    private static List<String> entriesFound(String session, String word) {
        return api().get(ENTRIES, session, "docs")
                .query("q", word)
                .send()
                .expect(200)
                .all("/items", "key");
    }

    @Test
    void promptIsRenderedAgain() {
        var old = sessionWith("{'label':'memory','provider':{'type':'stored'}}");
        write(old, "memory", "first").expect(200);
        var frozen = promptOf(old);
        write(old, "memory", "second").expect(200);
        assertEquals(frozen, promptOf(old));
        var fresh = promptOf(successor(old));
        assertNotEquals(frozen, fresh);
        assertTrue(fresh.contains("second"), fresh);
    }

    @Test
    void summaryIsFoundInNewSession() {
        var word = uniqueWord();
        var fresh =
                split(sessionWithMessages(1), "summary", "about " + word).send().expect(201);
        awaitIndexed();
        assertEquals(List.of(fresh.at("/leafId")), found(fresh.at("/id"), word));
    }
}
