package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Json;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions: create, get, get or create, existence check, delete. */
class SessionsIT extends Contract {

    private static final Set<String> MEMBERS = Set.of(
            "id",
            "namespace",
            "name",
            "agent",
            "model",
            "source",
            "userId",
            "type",
            "parentSessionId",
            "forkedAtMessageId",
            "metadata",
            "ttlSeconds",
            "expiresAt",
            "maxMessages",
            "compactAfter",
            "compactBy",
            "leafId",
            "messageCount",
            "tokens",
            "contextTokens",
            "usage",
            "createdAt",
            "updatedAt",
            "endedAt",
            "endReason");

    private static final String TIME = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z";

    @Test
    void createStoresAllMembers() {
        var id = unique("s");
        var created = create(Json.parse(
                        """
                        {"id":"%s","name":"Größe 🌳","agent":"support","model":"m-1","source":"web","userId":"u:1",
                         "type":"workflow","parentSessionId":"p","metadata":{"a":{"b":[1,null]}},
                         "ttlSeconds":86400,"maxMessages":50}"""
                                .formatted(id)))
                .expect(201);
        assertTrue(created.header("Location").endsWith("/v1/sessions/" + id), created.header("Location"));
        assertNotNull(created.etag());
        var got = get(id);
        assertEquals(created.json(), got.json());
        assertEquals(created.etag(), got.etag());
        assertEquals("Größe 🌳", got.at("/name"));
        assertEquals("support", got.at("/agent"));
        assertEquals("m-1", got.at("/model"));
        assertEquals("web", got.at("/source"));
        assertEquals("u:1", got.at("/userId"));
        assertEquals("workflow", got.at("/type"));
        assertEquals("p", got.at("/parentSessionId"));
        assertEquals(Json.parse("{\"a\":{\"b\":[1,null]}}"), got.json().path("metadata"));
        assertEquals(86400, got.number("/ttlSeconds"));
        assertTrue(got.at("/expiresAt").matches(TIME));
        assertEquals(50, got.number("/maxMessages"));
    }

    @Test
    void newSessionHasAllMembers() {
        var fresh = get(session());
        assertEquals(new TreeSet<>(MEMBERS), new TreeSet<>(fresh.json().propertyNames()));
        assertEquals("", fresh.at("/namespace"));
        assertEquals("agent", fresh.at("/type"));
        assertEquals(Json.object(), fresh.json().path("metadata"));
        assertEquals(0, fresh.number("/messageCount"));
        assertEquals(0, fresh.number("/tokens"));
        assertEquals(
                Set.of("inputTokens", "outputTokens", "cachedTokens", "reasoningTokens", "cost"),
                Set.copyOf(fresh.json().path("usage").propertyNames()));
        for (var absent : List.of("name", "agent", "model", "userId", "ttlSeconds", "expiresAt", "leafId", "endedAt")) {
            assertTrue(fresh.json().path(absent).isNull(), absent);
        }
        assertTrue(fresh.at("/createdAt").matches(TIME), fresh.at("/createdAt"));
        assertTrue(fresh.at("/updatedAt").matches(TIME), fresh.at("/updatedAt"));
    }

    @Test
    void missingIdIsGenerated() {
        var created = create(Json.object()).expect(201);
        var id = created.at("/id");
        assertTrue(created.header("Location").endsWith("/v1/sessions/" + id));
        assertEquals(id, get(id).at("/id"));
        assertNotEquals(id, create(Json.object()).expect(201).at("/id"));
    }

    @Test
    void createWithExistingIdIsRefusedAndChangesNothing() {
        var id = session();
        var before = get(id);
        create(Json.object("id", id, "name", "other")).problem(409, "session-exists");
        assertEquals(before.text(), get(id).text());
        assertEquals(before.etag(), get(id).etag());
    }

    @Test
    void sameIdInTwoNamespacesIsTwoSessions() {
        var id = unique("s");
        var namespaces = new String[] {"", unique("agent_a"), unique("agent_b")};
        for (var namespace : namespaces) {
            var created = api().post("/v1/sessions")
                    .query("namespace", namespace)
                    .json(Json.object("id", id, "name", "in " + namespace))
                    .send()
                    .expect(201);
            assertEquals(namespace, created.at("/namespace"));
        }
        api().delete(SESSION, id).query("namespace", namespaces[1]).send().expect(204);
        api().get(SESSION, id).query("namespace", namespaces[1]).send().problem(404, "session-not-found");
        assertEquals("in ", get(id).at("/name"));
        var other =
                api().get(SESSION, id).query("namespace", namespaces[2]).send().expect(200);
        assertEquals("in " + namespaces[2], other.at("/name"));
    }

    @Test
    void locationIncludesNamespace() {
        var created = api().post("/v1/sessions")
                .query("namespace", "a&b=c d")
                .json(Json.object("id", unique("s ?#ü")))
                .send()
                .expect(201);
        var location = created.request().uri().resolve(created.header("Location"));
        var found = api().get(location.getRawPath() + "?" + location.getRawQuery())
                .send()
                .expect(200);
        assertEquals(created.text(), found.text());
    }

    @Test
    void getOfMissingSessionIsNotFound() {
        api().get(SESSION, unique("none")).send().problem(404, "session-not-found");
    }

    @Test
    void headReportsExistence() {
        var id = session();
        var existing = api().head(SESSION, id).send().expect(200);
        assertEquals(0, existing.body().length);
        assertEquals(get(id).etag(), existing.etag());
        var missing = api().head(SESSION, unique("none")).send().expect(404);
        assertEquals(0, missing.body().length);
    }

    @Test
    void putCreatesMissingSessionAndKeepsExistingOne() {
        var id = unique("s");
        var created = api().put(SESSION, id)
                .json(Json.object("name", "first", "type", "team"))
                .send()
                .expect(201);
        assertEquals("first", created.at("/name"));
        assertEquals("team", created.at("/type"));
        var existing = api().put(SESSION, id)
                .json(Json.object("name", "second"))
                .send()
                .expect(200);
        assertEquals(created.text(), existing.text());
        assertEquals(created.etag(), existing.etag());
    }

    @ParameterizedTest
    @ValueSource(strings = {"agent", "source", "userId", "type", "parentSessionId"})
    void putWithAnotherFixedFieldIsRefused(String field) {
        var id = unique("s");
        var fields = Json.object(field, "team", "name", "first");
        var created = api().put(SESSION, id).json(fields).send().expect(201);
        api().put(SESSION, id)
                .json(fields.deepCopy().put("name", "second"))
                .send()
                .expect(200);
        api().put(SESSION, id).json("{\"" + field + "\":null}").send().expect(200);
        var refused = api().put(SESSION, id)
                .json(Json.object(field, "workflow", "name", "second"))
                .send()
                .problem(409, "session-exists");
        assertEquals("/" + field, refused.at("/errors/0/pointer"));
        assertTrue(refused.at("/detail").contains(field), refused.text());
        var unset = session();
        api().put(SESSION, unset).json(Json.object(field, "workflow")).send().problem(409, "session-exists");
        assertEquals(created.text(), get(id).text());
        assertEquals(created.etag(), get(id).etag());
    }

    @Test
    void putNamesAllOtherFixedFields() {
        var id = session();
        var refused = api().put(SESSION, id)
                .json(Json.object("userId", "u", "source", "web", "type", "agent", "model", "m"))
                .send()
                .problem(409, "session-exists");
        assertEquals(List.of("/source", "/userId"), refused.all("/errors", "pointer"));
    }

    @Test
    void putWithoutBodyCreatesSession() {
        var id = unique("s");
        assertEquals(id, api().put(SESSION, id).send().expect(201).at("/id"));
        api().put(SESSION, id).send().expect(200);
    }

    @Test
    void putIfNoneMatchRefusesExistingSession() {
        var id = unique("s");
        api().put(SESSION, id).header("If-None-Match", "*").send().expect(201);
        api().put(SESSION, id).header("If-None-Match", "*").send().problem(412, "stale-version");
    }

    @Test
    void putWithIdInBodyIsRefused() {
        api().put(SESSION, unique("s")).json(Json.object("id", "other")).send().problem(400, "unknown-field");
    }

    @Test
    void deleteRemovesSessionAndFreesItsId() {
        var id = sessionWithMessages(3);
        api().delete(SESSION, id).send().expect(204);
        api().get(SESSION, id).send().problem(404, "session-not-found");
        api().get(MESSAGES, id).send().problem(404, "session-not-found");
        api().get(MESSAGE, id, "m0").send().problem(404, "session-not-found");
        api().delete(SESSION, id).send().problem(404, "session-not-found");
        create(Json.object("id", id)).expect(201);
        assertEquals(0, get(id).number("/messageCount"));
        assertNull(get(id).at("/leafId"));
        assertEquals(List.of(), path(id));
        append(id, message("m0", "another m0")).expect(201);
        assertFalse(history(id).text().contains("text 0"));
    }

    @Test
    void deleteChecksIfMatch() {
        var id = session();
        var stale = get(id).etag();
        append(id, message("a", "a")).expect(201);
        api().delete(SESSION, id).header("If-Match", stale).send().problem(412, "stale-version");
        api().delete(SESSION, id).header("If-Match", get(id).etag()).send().expect(204);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"ttlSeconds\":0", "\"ttlSeconds\":-1", "\"maxMessages\":0", "\"maxMessages\":-5"})
    void numberOutOfRangeIsRefused(String member) {
        create(Json.parse("{" + member + "}")).problem(400, "out-of-range");
    }

    @Test
    void unknownTypeIsRefused() {
        create(Json.object("type", "robot")).problem(422, "invalid");
    }

    @ParameterizedTest
    @ValueSource(strings = {"agent", "team", "workflow"})
    void knownTypeIsStored(String type) {
        assertEquals(type, create(Json.object("type", type)).expect(201).at("/type"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tenant", "seq", "leafId", "version", "deleted", "messageCount"})
    void serverManagedMemberIsRefused(String member) {
        var refused = create(Json.object("id", unique("s"), member, "1")).problem(400, "unknown-field");
        assertTrue(refused.text().contains("/" + member), refused.text());
    }
}
