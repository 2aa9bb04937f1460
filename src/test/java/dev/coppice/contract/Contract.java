package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import dev.coppice.support.SharedServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** Base of the contract tests: requests to the shared server. Each test creates sessions of its own. */
@ExtendWith(SharedServer.class)
abstract class Contract {

    static final String SESSION = "/v1/sessions/{}";
    static final String MESSAGES = "/v1/sessions/{}/messages";
    static final String MESSAGE = "/v1/sessions/{}/messages/{}";
    static final String HISTORY = "/v1/sessions/{}/history";

    static final Duration PATIENCE = Duration.ofMinutes(3);

    static final Pattern IMPLEMENTATION = Pattern.compile(
            "Exception|\\bat [a-z]+\\.[a-z]+\\.|dev\\.coppice|hibernate|java\\.|jakarta\\.|select |insert into|SQL",
            Pattern.CASE_INSENSITIVE);

    static Api api() {
        return SharedServer.api();
    }

    static String unique(String prefix) {
        return prefix + "-" + UUID.randomUUID();
    }

    /** Creates an empty session and returns its id. */
    static String session() {
        var id = unique("s");
        create(Json.object("id", id)).expect(201);
        return id;
    }

    static HttpAnswer create(JsonNode body) {
        return api().post("/v1/sessions").json(body).send();
    }

    /** Sets a session's {@code maxMessages}; null removes it, so that its agent's setting counts. */
    static HttpAnswer retain(String session, Integer messages) {
        return api().patch(SESSION, session)
                .json(Json.object("maxMessages", messages))
                .send()
                .expect(200);
    }

    static HttpAnswer get(String session) {
        return api().get(SESSION, session).send().expect(200);
    }

    /** A user message in the AI SDK's format, complete, so that it is stored unchanged. */
    static String message(String id, String text) {
        return message(id, "user", text);
    }

    static String message(String id, String role, String text) {
        return """
                {"id":%s,"role":%s,"parts":[{"type":"text","text":%s}],"createdAt":"2026-03-01T10:00:00.000Z"}"""
                .formatted(Json.quote(id), Json.quote(role), Json.quote(text));
    }

    static String batch(String... messages) {
        return "{\"messages\":[" + String.join(",", messages) + "]}";
    }

    /** Appends at the leaf. */
    static HttpAnswer append(String session, String... messages) {
        return appendRaw(session, batch(messages));
    }

    static HttpAnswer appendRaw(String session, Object body) {
        return api().post(MESSAGES, session).json(body).send();
    }

    /** Appends under a parent, or as a new root if it is null. */
    static HttpAnswer appendUnder(String session, String parent, String... messages) {
        var place = parent == null ? "\"root\":true" : "\"parentId\":" + Json.quote(parent);
        return appendRaw(session, withMembers(place, messages));
    }

    static String withMembers(String members, String... messages) {
        return "{" + members + ",\"messages\":[" + String.join(",", messages) + "]}";
    }

    /** Creates a session with the messages {@code m0, m1, …} on one path. */
    static String sessionWithMessages(int length) {
        var session = session();
        appendMessages(session, 0, length);
        return session;
    }

    /** Appends the messages {@code m<from>} to {@code m<to - 1>} at the leaf. */
    static void appendMessages(String session, int from, int to) {
        for (var start = from; start < to; start += 500) {
            var messages = new ArrayList<String>();
            for (var i = start; i < Math.min(to, start + 500); i++) {
                messages.add(message("m" + i, i % 2 == 0 ? "user" : "assistant", "text " + i));
            }
            append(session, messages.toArray(String[]::new)).expect(201);
        }
    }

    static HttpAnswer history(String session) {
        return api().get(HISTORY, session).send().expect(200);
    }

    /** The ids of the history, root first. */
    static List<String> path(String session) {
        return history(session).all("/messages", "id");
    }

    static List<String> path(String session, String leaf) {
        return api().get(HISTORY, session)
                .query("leafId", leaf)
                .send()
                .expect(200)
                .all("/messages", "id");
    }

    static HttpAnswer entry(String session, String message) {
        return api().get(MESSAGE, session, message).send();
    }

    static String parentOf(String session, String message) {
        return entry(session, message).expect(200).at("/parentId");
    }

    static List<String> children(String session, String message) {
        return ids(api().get(MESSAGE + "/children", session, message)
                .query("limit", 200)
                .send()
                .expect(200));
    }

    /** The message ids of an answer made of entries. */
    static List<String> ids(HttpAnswer entries) {
        var ids = new ArrayList<String>();
        entries.json().path("items").forEach(item -> ids.add(Json.text(item.at("/message/id"))));
        return ids;
    }

    /** All items of a list, read page by page; the function gets a cursor, null for the first page. */
    static List<JsonNode> allItems(String array, java.util.function.Function<String, HttpAnswer> page) {
        var items = new ArrayList<JsonNode>();
        String cursor = null;
        do {
            var answer = page.apply(cursor).expect(200);
            answer.json().path(array).forEach(items::add);
            cursor = answer.at("/nextCursor");
        } while (cursor != null);
        return items;
    }

    /** A size with which a list of so many items has one to three pages, so that few requests read all of them. */
    static int pageSize(int items, Random random) {
        return 1 + Math.max(0, items - 1) / (1 + random.nextInt(3));
    }

    static List<JsonNode> allEntries(Api api, String session, int limit) {
        return allItems("items", cursor -> {
            var call = api.get(MESSAGES, session).query("limit", limit);
            return (cursor == null ? call : call.query("cursor", cursor)).send();
        });
    }

    /** Repeats a request while the answer is 503 {@code busy}; then the status must be the expected one. */
    static HttpAnswer retryWhileBusy(int expected, Supplier<HttpAnswer> call) {
        return retryWhileBusy(call).expect(expected);
    }

    /** Repeats a request while the answer is 503 {@code busy}. */
    static HttpAnswer retryWhileBusy(Supplier<HttpAnswer> call) {
        long begin = System.nanoTime();
        for (var attempt = 0; attempt < 500 || System.nanoTime() - begin < PATIENCE.toNanos(); attempt++) {
            var answer = call.get();
            if (answer.status() != 503) {
                return answer;
            }
            answer.problem(503, "busy");
            assertNotNull(answer.header("Retry-After"));
        }
        throw new AssertionError("Still busy after 500 attempts and " + PATIENCE);
    }

    /** Asserts that the answer is a 4xx problem that shows nothing of the implementation. */
    static HttpAnswer assertRefused(HttpAnswer answer) {
        assertTrue(answer.status() >= 400 && answer.status() < 500, answer.toString());
        assertTrue(answer.header("Content-Type").startsWith("application/problem+json"), answer.toString());
        assertFalse(IMPLEMENTATION.matcher(answer.text()).find(), answer.text());
        return answer;
    }

    /** Creates a bearer token of a tenant with these scopes. */
    static String token(String tenant, String... scopes) {
        return api().post("/v1/tokens")
                .json(Json.object("tenant", tenant, "scopes", List.of(scopes)))
                .send()
                .expect(201)
                .at("/token");
    }
}
