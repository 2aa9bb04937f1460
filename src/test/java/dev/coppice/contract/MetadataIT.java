package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads, replacements and merge patches of the metadata of a session. */
class MetadataIT extends Contract {

    private static final String METADATA = SESSION + "/metadata";

    private static HttpAnswer put(String session, String body) {
        return api().put(METADATA, session).json(body).send();
    }

    private static HttpAnswer patch(String session, String body) {
        return api().patch(METADATA, session)
                .body("application/merge-patch+json", Json.bytes(body))
                .send();
    }

    @Test
    void newSessionHasEmptyMetadata() {
        var id = session();
        var metadata = api().get(METADATA, id).send().expect(200);
        assertEquals("{}", metadata.text());
        assertEquals(get(id).etag(), metadata.etag());
    }

    @Test
    void putReplacesMetadata() {
        var id = session();
        put(id, "{\"a\":1,\"b\":2}").expect(200);
        var answer = put(id, "{\"c\":[true,null,{\"d\":\"🌳\"}]}").expect(200);
        assertEquals(Json.parse("{\"c\":[true,null,{\"d\":\"🌳\"}]}"), answer.json());
        assertEquals(answer.json(), api().get(METADATA, id).send().expect(200).json());
        assertEquals(answer.json(), get(id).json().path("metadata"));
        assertEquals(get(id).etag(), answer.etag());
    }

    /** The examples of RFC 7396, appendix A, in which both sides are objects. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'a':'b'}|{'a':'c'}|{'a':'c'}",
                "{'a':'b'}|{'b':'c'}|{'a':'b','b':'c'}",
                "{'a':'b'}|{'a':null}|{}",
                "{'a':'b','b':'c'}|{'a':null}|{'b':'c'}",
                "{'a':['b']}|{'a':'c'}|{'a':'c'}",
                "{'a':'c'}|{'a':['b']}|{'a':['b']}",
                "{'a':{'b':'c'}}|{'a':{'b':'d','c':null}}|{'a':{'b':'d'}}",
                "{'a':[{'b':'c'}]}|{'a':[1]}|{'a':[1]}",
                "{'e':null}|{'a':1}|{'e':null,'a':1}",
                "{}|{'a':{'bb':{'ccc':null}}}|{'a':{'bb':{}}}",
                "{'a':'b'}|{'a':{'c':null,'d':1}}|{'a':{'d':1}}",
                "{'a':1}|{}|{'a':1}"
            },
            quoteCharacter = '`')
    void patchIsMergePatch(String before, String patch, String after) {
        var id = session();
        put(id, before.replace('\'', '"')).expect(200);
        var answer = patch(id, patch.replace('\'', '"')).expect(200);
        assertEquals(Json.parse(after.replace('\'', '"')), answer.json());
        assertEquals(answer.json(), get(id).json().path("metadata"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "null", "\"text\"", "1", "true"})
    void metadataMustBeObject(String body) {
        var id = session();
        put(id, "{\"a\":1}").expect(200);
        for (var answer : List.of(put(id, body), patch(id, body))) {
            assertTrue(answer.status() == 400 || answer.status() == 422, answer.toString());
        }
        assertEquals("{\"a\":1}", api().get(METADATA, id).send().text());
    }

    @Test
    void hugeNumbersAndDeepNestingAreKept() {
        var id = session();
        var unusual = "{\"n\":1e400,\"z\":\"\\u0000\",\"deep\":" + "[".repeat(900) + "]".repeat(900) + "}";
        put(id, unusual).expect(200);
        var stored = api().get(METADATA, id).send().expect(200).text();
        assertEquals(Json.parse(unusual), Json.parse(stored));
        assertEquals(Json.parse(unusual), get(id).json().path("metadata"));
        patch(id, "{\"more\":1}").expect(200);
        assertEquals(
                Json.parse("1e400"),
                api().get(METADATA, id).send().expect(200).json().path("n"));
    }

    @Test
    void duplicateKeysAreRefused() {
        var id = session();
        for (var answer : List.of(put(id, "{\"a\":1,\"a\":2}"), patch(id, "{\"a\":{\"b\":1,\"b\":2}}"))) {
            assertTrue(answer.status() == 400 || answer.status() == 422, answer.toString());
        }
        assertEquals("{}", api().get(METADATA, id).send().text());
    }

    @Test
    void staleIfMatchIsRefused() {
        var id = session();
        var stale = get(id).etag();
        var fresh = put(id, "{\"a\":1}").expect(200).etag();
        assertNotEquals(stale, fresh);
        api().put(METADATA, id)
                .header("If-Match", stale)
                .json("{\"a\":2}")
                .send()
                .problem(412, "stale-version");
        api().patch(METADATA, id)
                .header("If-Match", stale)
                .json("{\"a\":2}")
                .send()
                .problem(412, "stale-version");
        api().patch(METADATA, id)
                .header("If-Match", fresh)
                .json("{\"b\":2}")
                .send()
                .expect(200);
        assertEquals(Json.parse("{\"a\":1,\"b\":2}"), get(id).json().path("metadata"));
    }

    @Test
    void metadataOfUnknownSessionIsNotFound() {
        var unknown = unique("none");
        api().get(METADATA, unknown).send().problem(404, "session-not-found");
        put(unknown, "{}").problem(404, "session-not-found");
        patch(unknown, "{}").problem(404, "session-not-found");
    }
}
