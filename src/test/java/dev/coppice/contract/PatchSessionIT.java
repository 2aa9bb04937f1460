package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code PATCH} of a session. */
class PatchSessionIT extends Contract {

    private static HttpAnswer patch(String session, String body) {
        return api().patch(SESSION, session).json(body).send();
    }

    @Test
    void patchChangesOnlyGivenMembers() {
        var id = unique("s");
        create(Json.object("id", id, "name", "old", "model", "m1", "ttlSeconds", 1000, "maxMessages", 10))
                .expect(201);
        var before = get(id);
        var patched = patch(id, "{\"name\":\"new\"}").expect(200);
        assertEquals("new", patched.at("/name"));
        assertEquals("m1", patched.at("/model"));
        assertEquals(1000, patched.number("/ttlSeconds"));
        assertEquals(10, patched.number("/maxMessages"));
        assertNotEquals(before.etag(), patched.etag());
        assertEquals(patched.text(), get(id).text());
        assertEquals(patched.etag(), get(id).etag());
    }

    @Test
    void nullRemovesOptionalMembers() {
        var id = unique("s");
        create(Json.object("id", id, "name", "n", "model", "m", "ttlSeconds", 1000, "maxMessages", 10))
                .expect(201);
        patch(id, "{\"ttlSeconds\":null,\"maxMessages\":null,\"name\":null,\"model\":null}")
                .expect(200);
        for (var member : new String[] {"ttlSeconds", "expiresAt", "maxMessages", "name", "model"}) {
            assertNull(get(id).at("/" + member), member);
        }
    }

    @Test
    void metadataIsMerged() {
        var id = unique("s");
        create(Json.parse("{\"id\":\"%s\",\"metadata\":{\"a\":1,\"b\":{\"c\":2,\"d\":3}}}".formatted(id)))
                .expect(201);
        patch(id, "{\"metadata\":{\"a\":null,\"b\":{\"c\":9},\"e\":[null]}}").expect(200);
        assertEquals(
                Json.parse("{\"b\":{\"c\":9,\"d\":3},\"e\":[null]}"),
                get(id).json().path("metadata"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/merge-patch+json", "application/json", "application/json;charset=UTF-8"})
    void jsonAndMergePatchAreAccepted(String type) {
        var id = session();
        api().patch(SESSION, id)
                .body(type, Json.bytes("{\"name\":\"n\"}"))
                .send()
                .expect(200);
        assertEquals("n", get(id).at("/name"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"source", "userId", "type", "id"})
    void membersFixedAtCreationAreRefused(String member) {
        var id = session();
        var before = get(id);
        patch(id, Json.object(member, "team").toString()).problem(422, "invalid");
        assertEquals(before.text(), get(id).text());
    }

    @ParameterizedTest
    @ValueSource(strings = {"tenant", "leafId", "tokens", "createdAt", "endedAt", "expiresAt", "usage"})
    void unknownMembersAreRefused(String member) {
        var id = session();
        var before = get(id);
        var refused =
                patch(id, Json.object("name", "x", member, "1").toString()).problem(400, "unknown-field");
        assertTrue(refused.text().contains("/" + member), refused.text());
        assertEquals(before.text(), get(id).text());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"ttlSeconds\":0}",
                "{\"maxMessages\":0}",
                "{\"ttlSeconds\":-7}",
                "{\"ttlSeconds\":3155760001}",
                "{\"ttlSeconds\":9223372036854775807}",
                "{\"maxMessages\":-2147483648}",
                "{\"maxMessages\":2147483648}"
            })
    void numbersOutOfRangeAreRefused(String body) {
        patch(session(), body).problem(400, "out-of-range");
    }

    @Test
    void staleIfMatchIsRefused() {
        var id = session();
        var first = get(id).etag();
        api().patch(SESSION, id)
                .header("If-Match", first)
                .json("{\"name\":\"one\"}")
                .send()
                .expect(200);
        api().patch(SESSION, id)
                .header("If-Match", first)
                .json("{\"name\":\"two\"}")
                .send()
                .problem(412, "stale-version");
        assertEquals("one", get(id).at("/name"));
    }

    @Test
    void unknownSessionIsNotFound() {
        patch(unique("none"), "{\"name\":\"x\"}").problem(404, "session-not-found");
    }

    @Test
    void patchChangesUpdatedAtButNotCreatedAt() {
        var id = session();
        var before = get(id);
        var patched = patch(id, "{\"name\":\"later\"}").expect(200);
        assertEquals(before.at("/createdAt"), patched.at("/createdAt"));
        assertTrue(patched.at("/updatedAt").compareTo(before.at("/updatedAt")) >= 0);
    }
}
