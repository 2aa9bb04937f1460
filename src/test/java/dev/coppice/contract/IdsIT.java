package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Json;
import dev.coppice.support.RawHttp;
import dev.coppice.support.SharedServer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids: any text that follows the rules is accepted, compared byte by byte and never treated as a pattern. */
@DatabaseNeutral
class IdsIT extends Contract {

    private static final String NAMESPACE = unique("ids");

    static List<String> validIds() {
        return Stream.of(
                        "a",
                        "Alice",
                        "alice",
                        "ALICE",
                        "älice",
                        "a\u0308lice",
                        "Älice",
                        "ß",
                        "ss",
                        "%",
                        "_",
                        "%25",
                        "%2F",
                        "a:b",
                        "a b",
                        "a  b",
                        "a%b",
                        "a_b",
                        "...",
                        ".a",
                        "a.",
                        "*",
                        "?x",
                        "#x",
                        "a;b=c",
                        "a&b=c",
                        "a+b",
                        "\"quoted\"",
                        "it's",
                        "' or '1'='1",
                        "{curly}",
                        "<tag>",
                        "[0]",
                        "~",
                        "compaction",
                        "Compaction_1",
                        "null",
                        "undefined",
                        "0",
                        "00",
                        "1e5",
                        "🌳",
                        "👩‍👩‍👧‍👦",
                        "שלום",
                        "مرحبا",
                        "日本語",
                        "\u202Ebidi",
                        "\uFFFE",
                        "\uFFFD",
                        "a\uFEFFb",
                        "ﬁ",
                        "fi",
                        "K",
                        "\u212A",
                        "ı",
                        "i",
                        "I",
                        "x".repeat(255),
                        "🌳".repeat(255),
                        "messages",
                        "history")
                .filter(CoppiceServer::passesInPath)
                .toList();
    }

    @Test
    void validIdsNameDistinctSessions() {
        for (var id : validIds()) {
            api().post("/v1/sessions")
                    .query("namespace", NAMESPACE)
                    .json(Json.object("id", id, "name", "session " + validIds().indexOf(id)))
                    .send()
                    .expect(201);
        }
        for (var id : validIds()) {
            var found =
                    api().get(SESSION, id).query("namespace", NAMESPACE).send().expect(200);
            assertEquals(id, found.at("/id"));
            assertEquals("session " + validIds().indexOf(id), found.at("/name"));
        }
        var listed = allItems("items", cursor -> {
                    var call = api().get("/v1/sessions")
                            .query("namespace", NAMESPACE)
                            .query("limit", 7);
                    return (cursor == null ? call : call.query("cursor", cursor)).send();
                })
                .stream()
                .map(item -> Json.text(item.path("id")))
                .toList();
        assertEquals(validIds().size(), listed.size());
        assertEquals(new HashSet<>(validIds()), new HashSet<>(listed));
    }

    @Test
    void validIdsNameDistinctMessages() {
        var session = session();
        var messages = new ArrayList<String>();
        validIds().forEach(id -> messages.add(message(id, "message " + id)));
        append(session, messages.toArray(String[]::new)).expect(201);
        assertEquals(validIds(), path(session));
        for (var id : validIds()) {
            var entry = entry(session, id).expect(200);
            assertEquals(id, entry.at("/message/id"));
            assertTrue(entry.text().contains(Json.quote("message " + id)), id);
            assertEquals(id, ForkApi.fork(session, id).expect(201).at("/forkedAtMessageId"));
        }
        for (var id : validIds().subList(0, validIds().size() - 1)) {
            assertEquals(1, children(session, id).size(), id);
            assertEquals(
                    id,
                    api().get(HISTORY, session)
                            .query("leafId", id)
                            .query("last", 1)
                            .send()
                            .expect(200)
                            .at("/messages/0/id"));
        }
        for (var id : validIds()) {
            api().delete(MESSAGE, session, id).send().expect(204);
        }
        assertEquals(0, get(session).number("/messageCount"));
    }

    /** A GET of the {@code Location} of the answer returns the fork. */
    @Test
    void forkIsFoundAtItsLocation() {
        for (var namespace : List.of(unique("n"), unique("n") + "+b &%2F{x};=?#🌳")) {
            var source = "%2F {x} 🌳";
            api().put(SESSION, source).query("namespace", namespace).send().expect(201);
            for (var id : validIds()) {
                var fork = api().post(ForkApi.FORK, source)
                        .query("namespace", namespace)
                        .json(Json.object("id", id))
                        .send()
                        .expect(201);
                assertEquals(source, fork.at("/parentSessionId"));
                var location = URI.create(fork.header("Location"));
                var found = api().get(location.getRawPath() + "?" + location.getRawQuery())
                        .send()
                        .expect(200);
                assertEquals(fork.json(), found.json());
            }
            var children = allItems("items", cursor -> {
                var call =
                        api().get("/v1/sessions").query("namespace", namespace).query("parent", source);
                return (cursor == null ? call : call.query("cursor", cursor)).send();
            });
            assertEquals(validIds().size(), children.size());
        }
    }

    @Test
    void namespacesFollowSameRules() {
        var id = unique("s");
        for (var namespace : List.of("Alice", "alice", "a\u0308lice", "älice", "%", "_", "🌳".repeat(255))) {
            var call = api().put(SESSION, id).query("namespace", namespace);
            assertEquals(namespace, call.send().expect(201).at("/namespace"));
            call.send().expect(200);
        }
        for (var namespace : List.of("*", "a/b", " a", "a ", ".", "..", "\u0001", "x".repeat(256))) {
            api().put(SESSION, id).query("namespace", namespace).send().problem(422, "invalid-id");
        }
    }

    static Stream<String> invalidIds() {
        return Stream.of(
                "",
                ".",
                "..",
                "a/b",
                "/",
                "a\\b",
                " a",
                "a ",
                "\ta",
                "a\n",
                "\u2003a",
                "a\u3000",
                "a\u0000b",
                "a\nb",
                "a\rb",
                "\u0007",
                "\u007f",
                "\u0085x",
                "x\u009fy",
                "x".repeat(256),
                "🌳".repeat(256),
                "x".repeat(10_000));
    }

    @ParameterizedTest
    @MethodSource("invalidIds")
    void invalidIdsInBodiesAreRefused(String id) {
        create(Json.object("id", id)).problem(422, "invalid-id");
        var session = sessionWithMessages(1);
        append(session, message(id, "x")).problem(422, "invalid-id");
        ForkApi.forkWith(session, Json.object("id", id)).problem(422, "invalid-id");
        ForkApi.forkWith(session, Json.object("atMessageId", id)).problem(404, "message-not-found");
        assertEquals(1, get(session).number("/messageCount"));
        for (var member : List.of("agent", "userId", "parentSessionId")) {
            create(Json.object(member, id)).problem(422, "invalid-id");
        }
    }

    @ParameterizedTest
    @MethodSource("invalidIds")
    void invalidIdsInPathAreRefusedOrNotFound(String id) {
        if (id.isEmpty() || id.equals(".") || id.equals("..")) {
            // HTTP clients and servers remove such path segments.
            return;
        }
        assumeTrue(CoppiceServer.passesInPath(id), "this server refuses such a path itself");
        for (var answer : List.of(
                api().get(SESSION, id).send(),
                api().put(SESSION, id).send(),
                api().get(MESSAGE, sessionWithMessages(1), id).send())) {
            assertTrue(answer.status() == 422 || answer.status() == 404 || answer.status() == 400, answer.toString());
            assertTrue(answer.header("Content-Type").startsWith("application/problem+json"), answer.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\ud800", "a\\udc00b", "\\udfff\\ud83d"})
    void loneSurrogatesAreRefused(String escaped) {
        create(Json.object()).expect(201);
        api().post("/v1/sessions").json("{\"id\":\"" + escaped + "\"}").send().problem(422, "invalid-id");
        ForkApi.forkWith(sessionWithMessages(1), "{\"id\":\"" + escaped + "\"}").problem(422, "invalid-id");
        var session = session();
        append(session, message("?", "x"), message("a?b", "x"), message("??", "x"))
                .expect(201);
        ForkApi.forkWith(session, "{\"atMessageId\":\"" + escaped + "\"}").problem(404, "message-not-found");
        // In a message the rule for its texts may be checked first, so the code is not asserted.
        assertEquals(
                422,
                append(session(), "{\"id\":\"" + escaped + "\",\"role\":\"user\",\"content\":\"x\"}")
                        .status());
    }

    /** Names are texts in the database, and PostgreSQL has no text with this character. Bodies of messages keep it. */
    @Test
    void nulIsRefusedInNamesAndFoundNowhere() {
        var nul = "a\u0000b";
        for (var member : List.of("name", "model", "source")) {
            create(Json.object(member, nul)).problem(422, "invalid");
        }
        var session = sessionWithMessages(1);
        api().patch(SESSION, session).json(Json.object("name", nul)).send().problem(422, "invalid");
        append(session, "{\"role\":\"a\\u0000b\",\"content\":\"x\"}").problem(422, "invalid-message");
        ForkApi.forkWith(session, Json.object("name", nul)).problem(422, "invalid");
        ForkApi.forkWith(session, Json.object("atMessageId", nul)).problem(404, "message-not-found");
        ForkApi.forkWith(session, Json.object("atMessageId", "compaction_" + nul))
                .problem(404, "message-not-found");
        var cursor = Base64.getUrlEncoder().encodeToString(("agents:" + nul).getBytes(StandardCharsets.UTF_8));
        api().get("/v1/agents").query("cursor", cursor).send().problem(400, "malformed");
    }

    @Test
    void nulInUrlIsNotFound() {
        var nul = "a\u0000b";
        assumeTrue(CoppiceServer.passesInPath(nul), "this server refuses such a path itself");
        var session = sessionWithMessages(1);
        api().delete(CompactionsIT.COMPACTIONS + "/{}", session, nul).send().problem(404, "compaction-not-found");
        api().delete(MESSAGE, session, nul).send().problem(404, "message-not-found");
        api().get(HISTORY, session).query("leafId", nul).send().problem(404, "message-not-found");
        api().get("/v1/conversations").query("after", nul).send().expect(404);
        api().get("/v1/sessions").query("source", nul).send().expect(200);
        api().get("/v1/sessions").query("metadata." + nul, nul).send().expect(200);
        assertEquals(1, get(session).number("/messageCount"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "true", "[]", "{}"})
    void idMustBeString(String id) {
        var session = session();
        var answer = append(session, "{\"id\":" + id + ",\"role\":\"user\",\"content\":\"x\"}");
        assertEquals(422, answer.status(), answer.toString());
        assertEquals(0, get(session).number("/messageCount"));
    }

    @Test
    void escapedIdEqualsUnescapedId() {
        var session = session();
        append(session, "{\"id\":\"\\u0061\\u0062\",\"role\":\"user\",\"content\":\"x\"}")
                .expect(201);
        assertEquals("ab", entry(session, "ab").expect(200).at("/message/id"));
        assertTrue(history(session).text().contains("\\u0061\\u0062"));
    }

    /** Hostile path segments get a 4xx status: no server error and no access to another session. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "../../etc/passwd",
                "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
                "..%5c..%5cwindows",
                "%00",
                "a%00b",
                "%ff%fe",
                "%c0%af",
                "%ed%a0%80",
                "%f5%80%80%80",
                "a%2fb",
                "a\\b",
                "a[b",
                "a]",
                "a%0d%0aSet-Cookie:x"
            })
    void hostilePathSegmentsAreRefused(String segment) {
        assertClientError(segment);
    }

    @WildFlyOnly("Payara answers 200 without a body; Coppice does not get the request")
    @ParameterizedTest
    @ValueSource(strings = {"%", "%2", "%zz"})
    void malformedPercentEncodingIsRefused(String segment) {
        assertClientError(segment);
    }

    private static void assertClientError(String segment) {
        for (var template : List.of(
                "GET /v1/sessions/%s", "PUT /v1/sessions/%s", "GET /v1/sessions/" + session() + "/messages/%s")) {
            var answer = RawHttp.request(SharedServer.server(), String.format(template.replace("%s", "%1$s"), segment));
            var status = RawHttp.status(answer);
            assertTrue(status >= 400 && status < 500, status + " to " + segment + ": " + answer);
        }
    }

    /** JAX-RS would match the path without what follows the semicolon, and the check of the token the path with it. */
    @ParameterizedTest
    @ValueSource(
            strings = {"/v1;x/version", "/v1;x/sessions", "/;x/v1/version", "/health/[", "/v1/sessions/a[b?q=secret"})
    void unreadablePathIsRefusedAsProblemWithoutToken(String path) {
        var answer = RawHttp.exchange(
                SharedServer.server(),
                ("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        assertEquals(400, RawHttp.status(answer), answer);
        assertProblem(answer);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Type: json", "Accept: json"})
    void malformedHeaderIsRefusedAsProblem(String header) {
        var answer = RawHttp.request(SharedServer.server(), "GET /v1/sessions", header);
        assertTrue(RawHttp.status(answer) == 400 || RawHttp.status(answer) == 406, answer);
        assertProblem(answer);
    }

    @Test
    void longHostIsRefused() {
        var answer = RawHttp.exchange(
                SharedServer.server(),
                ("POST /v1/sessions HTTP/1.1\r\nHost: " + "a".repeat(8000) + "\r\nConnection: close\r\n"
                                + "Idempotency-Key: k\r\nAuthorization: Bearer "
                                + SharedServer.server().token() + "\r\nContent-Length: 2\r\n"
                                + "Content-Type: application/json\r\n\r\n{}")
                        .getBytes(StandardCharsets.US_ASCII));
        assertEquals(400, RawHttp.status(answer), answer);
        assertProblem(answer);
    }

    private static void assertProblem(String answer) {
        assertTrue(answer.contains("application/problem+json"), answer);
        assertTrue(answer.contains("\"code\":"), answer);
        assertTrue(answer.contains("X-Request-Id: "), answer);
        assertTrue(answer.contains("Content-Security-Policy: "), answer);
        assertFalse(answer.contains("Exception"), answer);
    }

    @Test
    void matrixParametersAreNotIgnored() {
        var id = session();
        var answer = RawHttp.request(SharedServer.server(), "GET /v1/sessions/" + id + ";x=1");
        assertTrue(RawHttp.status(answer) == 404 || RawHttp.status(answer) == 400, answer);
    }
}
