package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.coppice.support.Await;
import dev.coppice.support.Databases;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import dev.coppice.support.SharedServer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values of a session, stored under keys. */
class ValuesIT extends StateApi {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"b\" : 1.500,\n \"a\":{\"é\":\"\\u00e9\"}}",
                "12345678901234567890123.4567890123456789e-400",
                "\"\\u0000 🌳\"",
                "true",
                "null",
                "{}",
                "\"\""
            })
    void valueIsReturnedVerbatim(String json) {
        var id = session();
        save(id, "k", json).expect(201);
        var stored = value(id, "k").expect(200);
        assertEquals(json, stored.text());
        assertEquals("\"1\"", stored.etag());
    }

    @Test
    void surroundingWhitespaceIsRemoved() {
        var id = session();
        save(id, "k", " \n{ \"a\": 1 }\t").expect(201);
        assertValue("{ \"a\": 1 }", id, "k");
    }

    @Test
    void saveReplacesValue() {
        var id = session();
        assertEquals("\"1\"", save(id, "k", "{\"a\":1}").expect(201).etag());
        var again = save(id, "k", "2").expect(200);
        assertEquals("\"2\"", again.etag());
        assertEquals(Json.parse("{\"result\":\"rewritten\",\"kind\":\"single\",\"version\":2}"), again.json());
        assertValue("2", id, "k");
    }

    @Test
    void equalSaveWritesNothing() {
        var id = session();
        save(id, "k", "{\"a\":1,\"b\":[1e2]}").expect(201);
        var before = get(id);
        var again = save(id, "k", "{ \"b\":[100], \"a\":1.0 }").expect(200);
        assertEquals("unchanged", again.at("/result"));
        assertEquals("\"1\"", again.etag());
        assertValue("{\"a\":1,\"b\":[1e2]}", id, "k");
        assertEquals(before.text(), get(id).text());
    }

    @Test
    void saveChangesSessionETag() {
        var id = session();
        var before = get(id).etag();
        save(id, "k", "1").expect(201);
        assertNotEquals(before, get(id).etag());
    }

    @Test
    void deletedValueIsNotFound() {
        var id = session();
        save(id, "k", "1").expect(201);
        api().delete(VALUE, id, "k").send().expect(204);
        value(id, "k").problem(404, "value-not-found");
        api().delete(VALUE, id, "k").send().problem(404, "value-not-found");
        save(id, "k", "2").expect(201);
        assertValue("2", id, "k");
    }

    @Test
    void missingSessionIsNotFoundOrCreatedOnRequest() {
        var id = unique("s");
        value(id, "k").problem(404, "session-not-found");
        save(id, "k", "1").problem(404, "session-not-found");
        push(id, "k", "1").problem(404, "session-not-found");
        api().delete(VALUE, id, "k").send().problem(404, "session-not-found");
        api().get(VALUES, id).send().problem(404, "session-not-found");
        api().put(VALUE, id, "k").query("create", true).json("1").send().expect(201);
        assertValue("1", id, "k");
        api().head(SESSION, id).send().expect(200);
    }

    @Test
    void stateWritesCreateSessionOnRequest() {
        for (var call : List.of(
                api().put(VALUE, unique("s"), "k").json("1"),
                api().post(ITEMS, unique("s"), "k").json("{\"items\":[1]}"),
                api().put(STATE, unique("s")).json("{\"a\":1}"),
                api().patch(STATE, unique("s")).json("{\"a\":1}"))) {
            var created = call.query("create", true).send();
            var session = created.request().uri().getPath().split("/")[3];
            assertEquals(2, created.status() / 100, created.toString());
            api().head(SESSION, session).send().expect(200);
        }
    }

    @Test
    void preconditionsAreChecked() {
        var id = session();
        putIf(id, "If-Match", "\"3\"", "1").problem(412, "stale-version");
        putIf(id, "If-Match", "*", "1").problem(412, "stale-version");
        value(id, "k").problem(404, "value-not-found");
        putIf(id, "If-Match", "\"0\"", "1").expect(201);
        putIf(id, "If-Match", "\"0\"", "2").problem(412, "stale-version");
        putIf(id, "If-None-Match", "*", "2").problem(412, "stale-version");
        assertValue("1", id, "k");
        putIf(id, "If-Match", "\"1\"", "2").expect(200);
        putIf(id, "If-Match", "\"1\"", "3").problem(412, "stale-version");
        putIf(id, "If-Match", "\"1\"", "2").problem(412, "stale-version");
        assertValue("2", id, "k");
        api().delete(VALUE, id, "k").header("If-Match", "\"1\"").send().problem(412, "stale-version");
        api().delete(VALUE, id, "k").header("If-Match", "\"2\"").send().expect(204);
        putIf(id, "If-None-Match", "*", "4").expect(201);
    }

    private static HttpAnswer putIf(String session, String header, String value, String json) {
        return api().put(VALUE, session, "k").header(header, value).json(json).send();
    }

    @Test
    void keysAreListedInPagesWithoutValues() {
        var id = session();
        save(id, "b", "{\"a\":\"secret\"}").expect(201);
        save(id, "B", "[1,22]").expect(201);
        save(id, "a", "[]").expect(201);
        var first = api().get(VALUES, id).query("limit", 2).send().expect(200);
        assertEquals(List.of("B", "a"), first.all("/items", "key"));
        assertEquals(List.of("list", "list"), first.all("/items", "kind"));
        assertEquals(List.of("2", "0"), first.all("/items", "count"));
        assertEquals(List.of("3", "0"), first.all("/items", "bytes"));
        var second = api().get(VALUES, id)
                .query("limit", 2)
                .query("cursor", first.at("/nextCursor"))
                .send()
                .expect(200);
        assertEquals(List.of("b"), second.all("/items", "key"));
        assertEquals("single", second.at("/items/0/kind"));
        assertNull(second.at("/items/0/count"));
        assertEquals("1", second.at("/items/0/version"));
        assertNull(second.at("/nextCursor"));
        assertEquals(-1, second.text().indexOf("secret"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Å", "a b", "%", "_", "a:b", "🌳", "items", "compaction_1"})
    void keysAreComparedByteByByte(String key) {
        var id = session();
        save(id, key, "\"it\"").expect(201);
        save(id, key.toUpperCase() + "x", "\"other\"").expect(201);
        assertValue("\"it\"", id, key);
        value(id, key + " x").problem(404, "value-not-found");
    }

    @ParameterizedTest
    @ValueSource(strings = {" a", "a\u0001"})
    void keysMustBeValidIds(String key) {
        var id = session();
        save(id, key, "1").problem(422, "invalid-id");
        push(id, key, "1").problem(422, "invalid-id");
        value(id, key).problem(422, "invalid-id");
        value(id, "k".repeat(256)).problem(422, "invalid-id");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":1", "1 2", "[1,]", "nul", "\u0000", ""})
    void invalidJsonIsRefused(String json) {
        assertRefused(save(session(), "k", json)).problem(400, "malformed");
    }

    @Test
    void valueThatCannotBeReturnedVerbatimIsRefused() {
        var id = session();
        assertRefused(save(id, "k", "{\"a\":1,\"a\":2}")).problem(422, "invalid");
        assertRefused(save(id, "k", "\"\\ud800\"")).problem(422, "invalid");
        assertRefused(save(id, "k", "[[{\"a\":1,\"a\":2}]]")).problem(422, "invalid");
        assertRefused(save(id, "k", "[".repeat(1100) + "]".repeat(1100))).problem(400, "malformed");
        api().put(VALUE, id, "k").body("text/plain", Json.bytes("1")).send().problem(415, "not-json");
        value(id, "k").problem(404, "value-not-found");
    }

    @Test
    void valueSizeIsLimited() {
        var id = session();
        save(id, "k", Json.quote("x".repeat((4 << 20) - 2))).expect(201);
        save(id, "k", Json.quote("x".repeat((4 << 20) - 1))).problem(413, "too-large");
        save(id, "k", "[" + Json.quote("x".repeat(4 << 20)) + "]").problem(413, "too-large");
        push(id, "l", Json.quote("x".repeat(4 << 20))).problem(413, "too-large");
        api().put(STATE, id)
                .json("{\"a\":" + Json.quote("x".repeat(4 << 20)) + "}")
                .send()
                .problem(413, "too-large");
        assertEquals((4 << 20), value(id, "k").expect(200).body().length);
    }

    @Test
    void stateNeedsTenantAndScope() {
        var id = session();
        save(id, "k", "1").expect(201);
        var stranger = api().as(token(unique("t"), "write"));
        stranger.get(VALUE, id, "k").send().problem(404, "session-not-found");
        stranger.put(VALUE, id, "k").query("create", true).json("2").send().expect(201);
        assertValue("1", id, "k");
        var reader = api().as(token("default", "read"));
        reader.get(VALUE, id, "k").send().expect(200);
        reader.put(VALUE, id, "k").json("2").send().problem(403, "forbidden");
    }

    @Test
    void namespacesSeparateState() {
        var id = session();
        save(id, "k", "1").expect(201);
        api().put(VALUE, id, "k")
                .query("namespace", "n")
                .query("create", true)
                .json("2")
                .send()
                .expect(201);
        assertValue("1", id, "k");
        assertEquals(
                "2",
                api().get(VALUE, id, "k")
                        .query("namespace", "n")
                        .send()
                        .expect(200)
                        .text());
    }

    /** A fork copies the conversation; values, state and runs stay with the source session. */
    @Test
    void forkStartsWithoutStateAndRuns() {
        var id = sessionWithMessages(2);
        save(id, "k", "1").expect(201);
        push(id, "l", "1").expect(201);
        api().put(STATE, id).json("{\"a\":1}").send().expect(200);
        api().put(SESSION + "/runs/r", id)
                .json("{\"status\":\"paused\"}")
                .send()
                .expect(201);
        var fork = ForkApi.fork(id, null).expect(201).at("/id");
        value(fork, "k").problem(404, "value-not-found");
        value(fork, "l").problem(404, "value-not-found");
        assertEquals("{}", api().get(STATE, fork).send().expect(200).text());
        api().get(SESSION + "/runs/r", fork).send().problem(404, "run-not-found");
        assertValue("1", id, "k");
    }

    @Test
    void stateIsDeletedWithSession() {
        var id = session();
        save(id, "k", "1").expect(201);
        save(id, "l", "[1,2]").expect(201);
        api().put(STATE, id).json("{\"a\":1}").send().expect(200);
        api().delete(SESSION, id).send().expect(204);
        value(id, "k").problem(404, "session-not-found");
        create(Json.object("id", id)).expect(201);
        value(id, "k").problem(404, "value-not-found");
        value(id, "l").problem(404, "value-not-found");
        assertEquals("{}", api().get(STATE, id).send().expect(200).text());
        assertEquals(
                0, api().get(VALUES, id).send().expect(200).json().path("items").size());
    }

    @Test
    @EnabledIf("tablesAreOpen")
    void deletedValuesLeaveNoRows() throws SQLException {
        var id = session();
        var canary = unique("canary");
        save(id, "list", "[" + ("\"" + canary + "\",").repeat(2500) + "1]").expect(201);
        save(id, "single", Json.quote(canary)).expect(201);
        save(id, "list", "[]").expect(200);
        save(id, "other", Json.quote(canary)).expect(201);
        save(id, "other", "[]").expect(200);
        api().put(STATE, id).json(Json.object("a", canary)).send().expect(200);
        assertNotEquals(0, rows(canary));
        api().delete(VALUE, id, "single").send().expect(204);
        api().delete(SESSION, id).send().expect(204);
        Await.until("the rows are purged", Duration.ofMinutes(3), () -> rows(canary) == 0);
    }

    private static int rows(String text) throws SQLException {
        int count = 0;
        try (var connection = Databases.connect(SharedServer.server())) {
            for (var table : List.of("state_value", "state_item", "session_state")) {
                try (var select = connection.prepareStatement("select count(*) from " + table + " where body like ?")) {
                    select.setBytes(1, ("%" + text + "%").getBytes(StandardCharsets.UTF_8));
                    var row = select.executeQuery();
                    row.next();
                    count += row.getInt(1);
                }
            }
        }
        return count;
    }

    static boolean tablesAreOpen() {
        return Databases.areOnServer();
    }

    @Test
    void refusedWriteCreatesNoSession() {
        var id = unique("s");
        for (var call : List.of(
                api().put(VALUE, id, "k").header("If-Match", "\"3\"").json("1"),
                api().post(ITEMS, id, "k").header("If-Match", "\"3\"").json("{\"items\":[1]}"),
                api().put(STATE, id).header("If-Match", "\"3\"").json("{\"a\":1}"),
                api().patch(STATE, id).header("If-Match", "\"3\"").json("{\"a\":1}"))) {
            call.query("create", true).send().problem(412, "stale-version");
            api().head(SESSION, id).send().expect(404);
        }
        api().put(VALUE, id, "k").query("create", "yes").json("1").send().problem(400, "malformed");
    }

    /** A session is listed even if it has values only. */
    @Test
    void sessionWithValuesOnlyIsListed() {
        var id = unique("s");
        var namespace = unique("ns");
        api().put(VALUE, id, "k")
                .query("namespace", namespace)
                .query("create", true)
                .json("1")
                .send()
                .expect(201);
        var list =
                api().get("/v1/sessions").query("namespace", namespace).send().expect(200);
        assertEquals(List.of(id), list.all("/items", "id"));
    }

    @Test
    void invalidListParametersAreRefused() {
        var id = session();
        for (var limit : List.of("0", "201", "-1", "x")) {
            api().get(VALUES, id).query("limit", limit).send().problem(400, "out-of-range");
        }
        api().get(VALUES, id).query("cursor", "x").send().problem(400, "malformed");
    }
}
