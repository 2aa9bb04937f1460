package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import dev.coppice.support.ParallelClients;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Header {@code Idempotency-Key}: a repeated POST gets the stored first answer. */
class IdempotencyKeyIT extends Contract {

    private static final String BODY = batch("{\"role\":\"user\",\"content\":\"no id\"}");

    private static HttpAnswer append(Api api, String session, String key, String body) {
        return api.post(MESSAGES, session)
                .header("Idempotency-Key", key)
                .json(body)
                .send();
    }

    private static void assertReplayed(HttpAnswer first, HttpAnswer second) {
        assertNull(first.header("Idempotency-Replayed"));
        assertEquals("true", second.header("Idempotency-Replayed"), second.toString());
        assertEquals(first.status(), second.status());
        assertArrayEquals(first.body(), second.body());
    }

    @Test
    void repeatedAppendIsReplayed() {
        var id = session();
        var key = unique("key");
        var first = append(api(), id, key, BODY).expect(201);
        assertReplayed(first, append(api(), id, key, BODY));
        assertReplayed(first, append(api(), id, key, BODY));
        assertEquals(1, get(id).number("/messageCount"));
    }

    @Test
    void replayIsFirstAnswerAfterLaterAppends() {
        var id = session();
        var key = unique("key");
        var first = append(api(), id, key, BODY).expect(201);
        append(id, message("later", "later")).expect(201);
        assertReplayed(first, append(api(), id, key, BODY));
        assertEquals("later", get(id).at("/leafId"));
    }

    @Test
    void differentBodyWithSameKeyIsRefused() {
        var id = session();
        var key = unique("key");
        append(api(), id, key, BODY).expect(201);
        append(api(), id, key, BODY + " ").problem(422, "idempotency-mismatch");
        append(api(), id, key, batch(message("a", "a"))).problem(422, "idempotency-mismatch");
        assertEquals(1, get(id).number("/messageCount"));
    }

    @Test
    void keyIsScopedToPathAndTenant() {
        var one = session();
        var two = session();
        var key = unique("key");
        append(api(), one, key, BODY).expect(201);
        assertNull(append(api(), two, key, BODY).expect(201).header("Idempotency-Replayed"));
        var otherTenant = api().as(token(unique("t"), "write"));
        otherTenant.put(SESSION, one).send().expect(201);
        assertNull(append(otherTenant, one, key, batch(message("f", "f")))
                .expect(201)
                .header("Idempotency-Replayed"));
    }

    @Test
    void keyIsScopedToNamespace() {
        var id = session();
        var namespace = unique("ns");
        api().put(SESSION, id).query("namespace", namespace).send().expect(201);
        var key = unique("key");
        append(api(), id, key, BODY).expect(201);
        var other = api().post(MESSAGES, id)
                .query("namespace", namespace)
                .header("Idempotency-Key", key)
                .json(BODY)
                .send()
                .expect(201);
        assertNull(other.header("Idempotency-Replayed"));
        assertEquals(
                1,
                api().get(SESSION, id)
                        .query("namespace", namespace)
                        .send()
                        .expect(200)
                        .number("/messageCount"));
    }

    @Test
    void refusalsAreNotStored() {
        var id = unique("s");
        var key = unique("key");
        append(api(), id, key, BODY).problem(404, "session-not-found");
        create(Json.object("id", id)).expect(201);
        assertNull(append(api(), id, key, BODY).expect(201).header("Idempotency-Replayed"));
    }

    @Test
    void keysAreDeletedWithSession() {
        var id = session();
        var key = unique("key");
        append(api(), id, key, BODY).expect(201);
        api().delete(SESSION, id).send().expect(204);
        create(Json.object("id", id)).expect(201);
        assertNull(append(api(), id, key, BODY).expect(201).header("Idempotency-Replayed"));
        assertEquals(1, get(id).number("/messageCount"));
    }

    /** A stored answer is deleted with the session it created, not with the session in the path of the request. */
    @Test
    void keysOfForkAndSplitAreDeletedWithCreatedSession() {
        var source = sessionWithMessages(1);
        var fork = api().post(SESSION + "/fork", source).header("Idempotency-Key", unique("key"));
        var first = fork.send().expect(201);
        assertReplayed(first, fork.send());
        api().delete(SESSION, first.at("/id")).send().expect(204);
        var second = fork.send().expect(201);
        assertNull(second.header("Idempotency-Replayed"));
        assertNotEquals(first.at("/id"), second.at("/id"));
        var split = api().post(SESSION + "/split", source)
                .header("Idempotency-Key", unique("key"))
                .json(Json.object("summary", "s"));
        var successor = split.send().expect(201);
        assertReplayed(successor, split.send());
        api().delete(SESSION, successor.at("/id")).send().expect(204);
        split.send().problem(409, "session-ended");
        api().delete(SESSION, source).send().expect(204);
        assertReplayed(second, fork.send());
    }

    @Test
    void repeatedUsageIsAddedOnce() {
        var id = session();
        var key = unique("key");
        var call = api().post(SESSION + "/usage", id)
                .header("Idempotency-Key", key)
                .json("{\"inputTokens\":7}");
        assertReplayed(call.send().expect(200), call.send());
        assertEquals(7, get(id).number("/usage/inputTokens"));
    }

    @Test
    void repeatedCreateWithoutIdCreatesOneSession() {
        var call = api().post("/v1/sessions")
                .header("Idempotency-Key", unique("key"))
                .json(Json.object("name", "n"));
        var first = call.send().expect(201);
        var second = call.send();
        assertReplayed(first, second);
        assertEquals(first.header("Location"), second.header("Location"));
        assertNotEquals(
                first.at("/id"), create(Json.object("name", "n")).expect(201).at("/id"));
    }

    /** An encoded {@code Location} has twelve times as many characters as the id and namespace. */
    @Test
    void longestLocationIsReplayed() {
        var id = "🌳".repeat(255);
        var namespace = unique("n") + "🌳".repeat(255 - unique("n").length());
        var create = api().post("/v1/sessions")
                .query("namespace", namespace)
                .header("Idempotency-Key", unique("key"))
                .json(Json.object("id", id));
        var fork = api().post(SESSION + "/fork", id)
                .query("namespace", namespace)
                .header("Idempotency-Key", unique("key"))
                .json(Json.object("id", "🌲".repeat(255)));
        for (var call : List.of(create, fork)) {
            var first = call.send().expect(201);
            var second = call.send();
            assertReplayed(first, second);
            assertEquals(first.header("Location"), second.header("Location"));
        }
    }

    @Test
    void repeatedClearIsReplayedAndClearsOnce() {
        var id = sessionWithMessages(2);
        var call = api().post(SESSION + "/clear", id).header("Idempotency-Key", unique("key"));
        var first = call.send().expect(200);
        append(id, message("after", "after")).expect(201);
        assertReplayed(first, call.send());
        assertEquals(List.of("after"), path(id));
    }

    @Test
    void parallelDuplicatesAppendOnce() {
        var id = session();
        var key = unique("key");
        var answers = ParallelClients.of(8, i -> append(api(), id, key, BODY));
        for (var answer : answers) {
            assertTrue(answer.status() == 201 || "busy".equals(answer.at("/code")), answer.toString());
        }
        Set<String> bodies = answers.stream()
                .filter(answer -> answer.status() == 201)
                .map(HttpAnswer::text)
                .collect(Collectors.toSet());
        assertEquals(1, bodies.size(), bodies.toString());
        assertEquals(1, get(id).number("/messageCount"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ümlaut", "\u007f"})
    void keyMustBePrintableAscii(String key) {
        assertEquals(400, appendWithRawKey(key));
    }

    @Test
    void keyHasAtMost255Characters() {
        append(api(), session(), "k".repeat(256), BODY).problem(400, "malformed");
        var id = session();
        var longest = unique("k") + "k".repeat(255 - unique("k").length());
        assertReplayed(append(api(), id, longest, BODY).expect(201), append(api(), id, longest, BODY));
    }

    @Test
    void emptyKeyIsRefused() {
        append(api(), session(), "", BODY).problem(400, "malformed");
    }

    @Test
    void keysAreCaseSensitive() {
        var id = session();
        var key = unique("Key");
        append(api(), id, key, BODY).expect(201);
        assertNull(append(api(), id, key.toUpperCase(java.util.Locale.ROOT), BODY)
                .expect(201)
                .header("Idempotency-Replayed"));
    }

    @Test
    void tokenCreationRefusesKey() {
        api().post("/v1/tokens")
                .header("Idempotency-Key", unique("key"))
                .json(Json.object("scopes", List.of("read")))
                .send()
                .problem(400, "malformed");
    }

    private static int appendWithRawKey(String key) {
        var server = dev.coppice.support.SharedServer.server();
        var head = "POST /v1/sessions/" + session() + "/messages HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                + "Authorization: Bearer " + server.token() + "\r\nContent-Type: application/json\r\n"
                + "Idempotency-Key: " + key + "\r\nContent-Length: " + BODY.length() + "\r\n\r\n" + BODY;
        return dev.coppice.support.RawHttp.status(
                dev.coppice.support.RawHttp.exchange(server, head.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    }
}
