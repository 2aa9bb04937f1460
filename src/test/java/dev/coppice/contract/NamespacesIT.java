package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.HttpCall;
import dev.coppice.support.Json;
import dev.coppice.support.ParallelClients;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Namespaces: the same session id may exist in several of them; every session route accepts {@code namespace}. */
class NamespacesIT extends Contract {

    private static final int CLIENTS = 64;

    private final String namespace = unique("agent");
    private final String id = unique("s");

    private HttpAnswer sendInNamespace(HttpCall call) {
        return call.query("namespace", namespace).send();
    }

    @Test
    void allRoutesAreConfinedToNamespace() {
        create(Json.object("id", id, "name", "outside")).expect(201);
        append(id, message("m0", "outside")).expect(201);
        var outside = get(id).text();
        var history = history(id).text();

        sendInNamespace(api().put(SESSION, id)).expect(201);
        sendInNamespace(api().post(MESSAGES, id).json(batch(message("m0", "inside"), message("m1", "inside"))))
                .expect(201);
        sendInNamespace(api().put(MESSAGE, id, "m2").json(message("m2", "inside")))
                .expect(201);
        assertEquals(
                List.of("m0", "m1", "m2"),
                sendInNamespace(api().get(HISTORY, id)).expect(200).all("/messages", "id"));
        assertEquals(
                "m1", sendInNamespace(api().get(MESSAGE, id, "m2")).expect(200).at("/parentId"));
        assertEquals(
                List.of("m1"),
                ids(sendInNamespace(api().get(MESSAGE + "/children", id, "m0")).expect(200)));
        assertEquals(
                List.of("m2"),
                ids(sendInNamespace(api().get(SESSION + "/leaves", id)).expect(200)));
        assertEquals(
                "m2",
                sendInNamespace(api().get(SESSION + "/leaf", id)).expect(200).at("/message/id"));
        assertEquals(
                "m2",
                sendInNamespace(api().get(SESSION + "/tree", id)).expect(200).at("/leafId"));
        assertEquals(
                3, ids(sendInNamespace(api().get(MESSAGES, id)).expect(200)).size());
        sendInNamespace(api().head(SESSION, id)).expect(200);
        sendInNamespace(api().patch(SESSION, id).json("{\"name\":\"inside\"}")).expect(200);
        sendInNamespace(api().put(SESSION + "/metadata", id).json("{\"k\":1}")).expect(200);
        sendInNamespace(api().patch(SESSION + "/metadata", id).json("{\"l\":2}"))
                .expect(200);
        assertEquals(
                "{\"k\":1,\"l\":2}",
                sendInNamespace(api().get(SESSION + "/metadata", id))
                        .expect(200)
                        .json()
                        .toString());
        sendInNamespace(api().post(SESSION + "/usage", id).json("{\"inputTokens\":5}"))
                .expect(200);
        sendInNamespace(api().delete(MESSAGE, id, "m1")).expect(204);
        sendInNamespace(api().delete(MESSAGES, id).query("id", "m2")).expect(200);
        var session = sendInNamespace(api().get(SESSION, id)).expect(200);
        assertEquals(namespace, session.at("/namespace"));
        assertEquals(1, session.number("/messageCount"));
        assertEquals(5, session.number("/usage/inputTokens"));
        assertNull(
                sendInNamespace(api().post(SESSION + "/clear", id)).expect(200).at("/leafId"));
        sendInNamespace(api().delete(SESSION, id)).expect(204);

        assertEquals(outside, get(id).text());
        assertEquals(history, history(id).text());
    }

    @Test
    void sessionIsNotFoundInOtherNamespace() {
        sendInNamespace(api().put(SESSION, id)).expect(201);
        api().get(SESSION, id).send().problem(404, "session-not-found");
        append(id, message("a", "a")).problem(404, "session-not-found");
        api().get(SESSION, id)
                .query("namespace", namespace.toUpperCase(java.util.Locale.ROOT))
                .send()
                .problem(404, "session-not-found");
    }

    /** More requests than database connections. Each has a connection when it finds that the namespace is missing. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void manyFirstSessionsOfNamespaceAreCreatedAtOnce(boolean withKey) {
        var statuses = ParallelClients.of(CLIENTS, i -> {
            var call = withKey
                    ? api().post("/v1/sessions").header("Idempotency-Key", unique("k"))
                    : api().put(SESSION, id + i);
            return sendInNamespace(call.json("{}")).status();
        });
        assertEquals(Collections.nCopies(CLIENTS, 201), statuses);
    }

    @Test
    void namespaceOfRefusedSessionCanBeCreatedLater() {
        sendInNamespace(api().post(MESSAGES, id)
                        .query("create", "true")
                        .json(withMembers("\"parentId\":\"nobody\"", message("a", "a"))))
                .problem(404, "unknown-parent");
        sendInNamespace(api().get(SESSION, id)).problem(404, "session-not-found");
        sendInNamespace(api().put(SESSION, id)).expect(201);
        assertEquals(
                namespace, sendInNamespace(api().get(SESSION, id)).expect(200).at("/namespace"));
    }

    @Test
    void wildcardNamespaceIsForListsOnly() {
        sendInNamespace(api().put(SESSION, id)).expect(201);
        api().get(SESSION, id).query("namespace", "*").send().problem(422, "invalid-id");
        api().put(SESSION, id).query("namespace", "*").send().problem(422, "invalid-id");
    }
}
