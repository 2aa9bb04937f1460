package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.HttpCall;
import dev.coppice.support.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Isolation of tenants: a resource of another tenant answers byte for byte like a missing one. */
class TenantsIT extends Contract {

    private static final String SECRET = "canary-of-the-owner";

    private Api owner;
    private Api stranger;

    @BeforeEach
    void createTenants() {
        owner = api().as(token(unique("owner"), "admin", "write"));
        stranger = api().as(token(unique("stranger"), "admin", "write"));
    }

    /** Every operation on a session that could reveal it; none of them creates the session. */
    private static List<HttpCall> operations(Api api, String session) {
        var calls = new ArrayList<HttpCall>();
        for (var part : List.of(
                "",
                "/messages",
                "/messages/m0",
                "/messages/m0/children",
                "/history",
                "/leaf",
                "/leaves",
                "/tree",
                "/metadata",
                "/compactions",
                "/context",
                "/prompt",
                "/tools",
                "/values",
                "/values/k",
                "/values/l/items",
                "/state",
                "/runs",
                "/runs/r",
                "/turn",
                "/summary",
                "/export",
                "/events")) {
            calls.add(api.get(SESSION + part, session));
        }
        calls.add(api.head(SESSION, session));
        calls.add(api.get(HISTORY, session).query("leafId", "m1"));
        calls.add(api.get(HISTORY, session).query("before", "m1"));
        calls.add(api.patch(SESSION, session).json("{\"name\":\"taken\"}"));
        calls.add(api.post(MESSAGES, session).json(batch(message("x", "x"))));
        calls.add(api.post(MESSAGES, session).json(withMembers("\"parentId\":\"m0\"", message("x", "x"))));
        calls.add(api.post(MESSAGES, session).json(withMembers("\"expectEmpty\":true", message("x", "x"))));
        calls.add(api.post(MESSAGES, session).json(withMembers("\"statePatch\":{\"a\":1}", message("x", "x"))));
        calls.add(api.post(MESSAGES, session)
                .json("{\"entries\":[{\"parentId\":\"m0\",\"message\":" + message("x", "x") + "}]}"));
        calls.add(api.put(MESSAGE, session, "m0").json(message("m0", "x")));
        calls.add(api.delete(MESSAGE, session, "m0"));
        calls.add(api.delete(MESSAGES, session).query("id", "m0"));
        calls.add(api.post(SESSION + "/usage", session).json("{\"inputTokens\":1}"));
        calls.add(api.post(SESSION + "/clear", session));
        calls.add(api.put(SESSION + "/metadata", session).json("{\"a\":1}"));
        calls.add(api.patch(SESSION + "/metadata", session).json("{\"a\":1}"));
        calls.add(api.put(SESSION + "/values/k", session).json("2"));
        calls.add(api.put(SESSION + "/values/l", session).json("[]"));
        calls.add(api.post(SESSION + "/values/l/items", session).json("{\"items\":[2]}"));
        calls.add(api.delete(SESSION + "/values/k", session));
        calls.add(api.put(SESSION + "/state", session).json("{}"));
        calls.add(api.patch(SESSION + "/state", session).json("{\"a\":null}"));
        calls.add(api.put(SESSION + "/runs/r", session).json("{\"status\":\"completed\"}"));
        calls.add(api.post(SESSION + "/summary", session));
        calls.add(api.post(SESSION + "/fork", session).json("{\"atMessageId\":\"m0\"}"));
        calls.add(api.post(SESSION + "/split", session).json("{\"summary\":\"s\"}"));
        calls.add(api.get("/v1/conversations/{}", session));
        calls.add(api.post("/v1/conversations/{}", session).json("{\"metadata\":{}}"));
        calls.add(api.get("/v1/conversations/{}/items", session));
        calls.add(api.post("/v1/conversations/{}/items", session).json("{\"items\":[{\"id\":\"m0\"}]}"));
        calls.add(api.post("/v1/conversations/{}/items", session).json("{\"items\":[]}"));
        calls.add(api.get("/v1/conversations/{}/items/m0", session));
        calls.add(api.delete("/v1/conversations/{}/items/m0", session));
        calls.add(api.get("/v1/conversations").query("after", session));
        calls.add(api.delete("/v1/conversations/{}", session));
        calls.add(api.delete(SESSION, session));
        return calls;
    }

    private static Map<String, List<String>> headers(HttpAnswer answer) {
        var headers = new TreeMap<>(answer.headers().map());
        headers.remove("date");
        headers.remove("x-request-id");
        return headers;
    }

    @Test
    void sessionOfOtherTenantAnswersLikeMissingOne() {
        var id = unique("s");
        var missing = operations(stranger, id).stream().map(HttpCall::send).toList();
        owner.post("/v1/sessions")
                .json(Json.object("id", id, "name", SECRET))
                .send()
                .expect(201);
        owner.post(MESSAGES, id)
                .json(batch(message("m0", SECRET), message("m1", SECRET)))
                .send()
                .expect(201);
        putState(id);
        var before = owner.get(SESSION, id).send().expect(200);
        var foreign = operations(stranger, id).stream().map(HttpCall::send).toList();
        for (var i = 0; i < missing.size(); i++) {
            var expected = missing.get(i).expect(404);
            var actual = foreign.get(i);
            assertEquals(expected.status(), actual.status(), actual.toString());
            assertArrayEquals(expected.body(), actual.body(), expected + " / " + actual);
            assertEquals(headers(expected), headers(actual), actual.toString());
        }
        var after = owner.get(SESSION, id).send().expect(200);
        assertEquals(before.text(), after.text());
        assertEquals(before.etag(), after.etag());
    }

    private void putState(String id) {
        owner.put(SESSION + "/values/k", id).json(Json.quote(SECRET)).send().expect(201);
        owner.put(SESSION + "/values/l", id).json("[1]").send().expect(201);
        owner.put(SESSION + "/state", id).json("{\"a\":1}").send().expect(200);
        owner.put(SESSION + "/runs/r", id)
                .json("{\"status\":\"paused\",\"agentId\":\"a\"}")
                .send()
                .expect(201);
    }

    @Test
    void profileOfOtherTenantAnswersLikeMissingOne() {
        var path = "/v1/users/{}/profile";
        var user = unique("user");
        var calls = List.of(
                stranger.get(path, user),
                stranger.patch(path, user).json("{\"tone\":null}"),
                stranger.delete(path, user),
                stranger.post(path, user),
                stranger.delete("/v1/users/{}", user));
        var missing = calls.stream().map(HttpCall::send).toList();
        owner.put(path, user).json(Json.object("tone", SECRET)).send().expect(201);
        for (var i = 0; i < calls.size(); i++) {
            var actual = calls.get(i).send();
            assertEquals(missing.get(i).status(), actual.status(), actual.toString());
            assertArrayEquals(missing.get(i).body(), actual.body(), actual.toString());
            assertEquals(headers(missing.get(i)), headers(actual), actual.toString());
        }
        assertEquals(SECRET, owner.get(path, user).send().expect(200).at("/tone"));
    }

    @Test
    void tenantsMayUseSameIds() {
        var id = unique("s");
        for (var api : List.of(owner, stranger)) {
            api.post("/v1/sessions").json(Json.object("id", id)).send().expect(201);
            api.post(MESSAGES, id)
                    .json(batch(message("m0", "of " + System.identityHashCode(api))))
                    .send()
                    .expect(201);
        }
        stranger.delete(SESSION, id).send().expect(204);
        var kept = owner.get(HISTORY, id).send().expect(200);
        assertTrue(kept.text().contains("of " + System.identityHashCode(owner)));
        stranger.put(SESSION, id).send().expect(201);
        assertEquals(0, stranger.get(SESSION, id).send().expect(200).number("/messageCount"));
    }

    @Test
    void idsOfOtherTenantInBodiesAndQueriesAreUnknown() {
        var foreign = unique("theirs");
        owner.put(SESSION, foreign).send().expect(201);
        owner.post(MESSAGES, foreign)
                .json(batch(message("secret-message", SECRET)))
                .send()
                .expect(201);
        var own = unique("mine");
        stranger.put(SESSION, own).send().expect(201);
        stranger.post(MESSAGES, own).json(batch(message("m0", "x"))).send().expect(201);
        stranger.post(MESSAGES, own)
                .json(withMembers("\"parentId\":\"secret-message\"", message("x", "x")))
                .send()
                .problem(404, "unknown-parent");
        stranger.put(MESSAGE, own, "x")
                .query("parentId", "secret-message")
                .json(message("x", "x"))
                .send()
                .problem(404, "unknown-parent");
        stranger.get(HISTORY, own).query("leafId", "secret-message").send().problem(404, "message-not-found");
        stranger.get(HISTORY, own).query("before", "secret-message").send().problem(404, "message-not-found");
        var deleted = stranger.delete(MESSAGES, own)
                .query("id", "secret-message")
                .send()
                .expect(200);
        assertEquals("[\"secret-message\"]", deleted.json().path("unknown").toString());
        owner.get(MESSAGE, foreign, "secret-message").send().expect(200);
    }

    @Test
    void listsContainOwnTenantOnly() {
        for (var i = 0; i < 5; i++) {
            owner.post("/v1/sessions")
                    .json(Json.object("userId", "u", "metadata", Json.object("k", "v")))
                    .send()
                    .expect(201);
        }
        var id = unique("s");
        owner.put(SESSION, id).send().expect(201);
        putState(id);
        for (var query : List.of("", "?namespace=*", "?namespace=*&runId=r", "?agentId=a", "?status=resumable")) {
            assertEquals(
                    1,
                    owner.get("/v1/runs" + query)
                            .send()
                            .expect(200)
                            .json()
                            .path("items")
                            .size());
            assertEquals(
                    0,
                    stranger.get("/v1/runs" + query)
                            .send()
                            .expect(200)
                            .json()
                            .path("items")
                            .size(),
                    query);
        }
        for (var query : List.of("", "?userId=u", "?namespace=*", "?metadata.k=v", "?ended=false")) {
            var list = stranger.get("/v1/sessions" + query).send().expect(200);
            assertEquals(0, list.json().path("items").size(), query);
            assertFalse(list.json().hasNonNull("nextCursor"));
        }
        assertEquals(
                6,
                owner.get("/v1/sessions")
                        .send()
                        .expect(200)
                        .json()
                        .path("items")
                        .size());
    }

    @Test
    void cursorOfOtherTenantRevealsNothing() {
        var id = unique("s");
        for (var i = 0; i < 3; i++) {
            owner.post("/v1/sessions").json(Json.object("name", SECRET)).send().expect(201);
        }
        for (var api : List.of(owner, stranger)) {
            api.put(SESSION, id).send().expect(201);
            api.post(MESSAGES, id)
                    .json(batch(message("a", api == owner ? SECRET : "a"), message("b", api == owner ? SECRET : "b")))
                    .send()
                    .expect(201);
        }
        for (var path : List.of("/v1/sessions", "/v1/sessions/" + id + "/messages", "/v1/sessions/" + id + "/tree")) {
            var cursor = owner.get(path).query("limit", 1).send().expect(200).at("/nextCursor");
            var answer = stranger.get(path).query("cursor", cursor).send();
            assertTrue(answer.status() == 200 || answer.status() == 400, answer.toString());
            assertFalse(answer.text().contains(SECRET), answer.toString());
        }
        var cursor = owner.get("/v1/tokens").query("limit", 1).send().expect(200);
        assertEquals(1, cursor.json().path("items").size());
    }

    @Test
    void requestCannotChooseTenant() {
        var id = unique("s");
        owner.put(SESSION, id).send().expect(201);
        for (var header : List.of("X-Tenant", "Tenant", "X-Tenant-Id", "X-Forwarded-User")) {
            stranger.get(SESSION, id)
                    .header(header, "default")
                    .query("tenant", "default")
                    .send()
                    .problem(404, "session-not-found");
        }
    }
}
