package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The state object of a session. */
class SessionStateIT extends StateApi {

    private static HttpAnswer put(String session, String json) {
        return api().put(STATE, session).json(json).send();
    }

    private static HttpAnswer patch(String session, String json) {
        return api().patch(STATE, session)
                .body("application/merge-patch+json", Json.bytes(json))
                .send();
    }

    private static void assertState(String json, String version, String session) {
        var state = api().get(STATE, session).send().expect(200);
        assertEquals(json, state.text());
        assertEquals("\"" + version + "\"", state.etag());
    }

    @Test
    void newSessionHasEmptyState() {
        assertState("{}", "0", session());
        api().get(STATE, unique("s")).send().problem(404, "session-not-found");
        put(unique("s"), "{\"a\":1}").problem(404, "session-not-found");
        patch(unique("s"), "{\"a\":1}").problem(404, "session-not-found");
    }

    @Test
    void putReplacesStateVerbatim() {
        var id = session();
        var before = get(id).etag();
        var put = put(id, " { \"n\" : 1.500e3 } ").expect(200);
        assertEquals("{ \"n\" : 1.500e3 }", put.text());
        assertEquals("\"1\"", put.etag());
        assertState("{ \"n\" : 1.500e3 }", "1", id);
        assertNotEquals(before, get(id).etag());
        put(id, "{\"other\":true}").expect(200);
        assertState("{\"other\":true}", "2", id);
    }

    @Test
    void patchIsMergedAndKeepsDigits() {
        var id = session();
        put(id, "{\"a\":{\"x\":1.50,\"y\":[1]},\"b\":12345678901234567890.10}").expect(200);
        var patched = patch(id, "{\"a\":{\"y\":null,\"z\":2e0},\"c\":\"new\"}").expect(200);
        assertEquals("{\"a\":{\"x\":1.50,\"z\":2e0},\"b\":12345678901234567890.10,\"c\":\"new\"}", patched.text());
        assertState(patched.text(), "2", id);
        api().patch(STATE, id).json("{\"a\":null,\"b\":null}").send().expect(200);
        assertState("{\"c\":\"new\"}", "3", id);
    }

    /** The examples of RFC 7396, appendix A, in which target and patch are objects. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'a':'b'}|{'a':'c'}|{'a':'c'}",
                "{'a':'b'}|{'b':'c'}|{'a':'b','b':'c'}",
                "{'a':'b','b':'c'}|{'a':null}|{'b':'c'}",
                "{'a':['b']}|{'a':'c'}|{'a':'c'}",
                "{'a':'c'}|{'a':['b']}|{'a':['b']}",
                "{'a':{'b':'c'}}|{'a':{'b':'d','c':null}}|{'a':{'b':'d'}}",
                "{'a':[{'b':'c'}]}|{'a':[1]}|{'a':[1]}",
                "{'e':null}|{'a':1}|{'e':null,'a':1}",
                "{}|{'a':{'bb':{'ccc':null}}}|{'a':{'bb':{}}}"
            })
    void mergeFollowsRfc7396(String before, String patch, String after) {
        var id = session();
        put(id, before.replace('\'', '"')).expect(200);
        patch(id, patch.replace('\'', '"')).expect(200);
        assertEquals(
                after.replace('\'', '"'),
                api().get(STATE, id).send().expect(200).text());
    }

    /** Nesting up to the limit for verbatim data; a null inside an array is a value, not a removal. */
    @Test
    void deeplyNestedObjectsAreMerged() {
        var id = session();
        int depth = 990;
        var open = "{\"a\":".repeat(depth);
        var close = "}".repeat(depth);
        put(id, open + "{\"x\":1,\"y\":[null,{\"z\":null}]}" + close).expect(200);
        patch(id, open + "{\"x\":null,\"n\":[{\"gone\":null}]}" + close).expect(200);
        var merged = open + "{\"y\":[null,{\"z\":null}],\"n\":[{\"gone\":null}]}" + close;
        assertState(merged, "2", id);
        patch(id, "{\"a\":".repeat(1001) + "1" + "}".repeat(1001)).problem(400, "malformed");
        patch(id, "{\"a\":7}").expect(200);
        patch(id, "{\"a\":{\"__proto__\":{\"x\":null},\"\":2}}").expect(200);
        assertState("{\"a\":{\"__proto__\":{},\"\":2}}", "4", id);
    }

    @Test
    void equalStateWritesNothing() {
        var id = session();
        put(id, "{}").expect(200);
        patch(id, "{\"gone\":null}").expect(200);
        assertState("{}", "0", id);
        put(id, "{\"a\":1,\"b\":2}").expect(200);
        var before = get(id).text();
        put(id, "{\"b\":2.0, \"a\":1}").expect(200);
        patch(id, "{\"a\":1}").expect(200);
        assertState("{\"a\":1,\"b\":2}", "1", id);
        assertEquals(before, get(id).text());
    }

    @Test
    void preconditionsAreChecked() {
        var id = session();
        var first = api().patch(STATE, id).header("If-Match", "\"0\"").json("{\"a\":1}");
        first.send().expect(200);
        first.send().problem(412, "stale-version");
        api().put(STATE, id)
                .header("If-None-Match", "*")
                .json("{\"a\":2}")
                .send()
                .problem(412, "stale-version");
        assertState("{\"a\":1}", "1", id);
        api().put(STATE, id)
                .header("If-Match", "\"1\"")
                .json("{\"a\":2}")
                .send()
                .expect(200);
        assertState("{\"a\":2}", "2", id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1]", "1", "null", "\"a\"", "{", ""})
    void onlyObjectsAreAccepted(String json) {
        var id = session();
        put(id, json).problem(400, "malformed");
        patch(id, json).problem(400, "malformed");
        assertState("{}", "0", id);
    }

    @Test
    void patchBeyondSizeLimitIsRefused() {
        var id = session();
        patch(id, "{\"a\":" + Json.quote("x".repeat(3 << 20)) + "}").expect(200);
        patch(id, "{\"b\":" + Json.quote("x".repeat(3 << 20)) + "}").problem(413, "too-large");
        assertEquals("1", api().get(STATE, id).send().etag().replace("\"", ""));
    }

    @Test
    void unusualCharactersAreKeptAndLoneSurrogatesRefused() {
        var id = session();
        var json = "{\"\\u0000\":\"\\u0000\",\"🌳\":\"\\ud83c\\udf33\"}";
        put(id, json).expect(200);
        assertState(json, "1", id);
        patch(id, "{\"\\u0000b\":[\"\\u0000\"]}").expect(200);
        var merged = api().get(STATE, id).send().expect(200).json();
        assertEquals("\u0000", Json.text(merged.path("\u0000")));
        assertEquals("\u0000", Json.text(merged.path("\u0000b").path(0)));
        assertEquals("🌳", Json.text(merged.path("🌳")));
        put(id, "{\"a\":\"\\ud800\"}").problem(422, "invalid");
        put(id, "{\"\\udc00\":1}").problem(422, "invalid");
        patch(id, "{\"a\":{\"b\":\"\\ud800\"}}").problem(422, "invalid");
        put(id, "{\"a\":1,\"a\":2}").problem(422, "invalid");
        patch(id, "{\"a\":1,\"a\":2}").problem(422, "invalid");
        assertEquals("\"2\"", api().get(STATE, id).send().etag());
    }
}
