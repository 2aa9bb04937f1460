package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.HttpCall;
import dev.coppice.support.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two agents may use one session id in two namespaces: every session route takes the parameter. */
class NamespacesIT extends Contract {

    private final String namespace = unique("agent");
    private final String id = unique("s");

    private HttpAnswer in(HttpCall call) {
        return call.query("namespace", namespace).send();
    }

    @Test
    void everyRouteWorksInANamespaceAndTouchesNoOther() {
        create(Json.object("id", id, "name", "outside")).expect(201);
        append(id, message("m0", "outside")).expect(201);
        var outside = get(id).text();
        var history = history(id).text();

        in(api().put(SESSION, id)).expect(201);
        in(api().post(MESSAGES, id).json(batch(message("m0", "inside"), message("m1", "inside"))))
                .expect(201);
        in(api().put(MESSAGE, id, "m2").json(message("m2", "inside"))).expect(201);
        assertEquals(
                List.of("m0", "m1", "m2"),
                in(api().get(HISTORY, id)).expect(200).all("/messages", "id"));
        assertEquals("m1", in(api().get(MESSAGE, id, "m2")).expect(200).at("/parentId"));
        assertEquals(
                List.of("m1"),
                ids(in(api().get(MESSAGE + "/children", id, "m0")).expect(200)));
        assertEquals(List.of("m2"), ids(in(api().get(SESSION + "/leaves", id)).expect(200)));
        assertEquals("m2", in(api().get(SESSION + "/leaf", id)).expect(200).at("/message/id"));
        assertEquals("m2", in(api().get(SESSION + "/tree", id)).expect(200).at("/leafId"));
        assertEquals(3, ids(in(api().get(MESSAGES, id)).expect(200)).size());
        in(api().head(SESSION, id)).expect(200);
        in(api().patch(SESSION, id).json("{\"name\":\"inside\"}")).expect(200);
        in(api().put(SESSION + "/metadata", id).json("{\"k\":1}")).expect(200);
        in(api().patch(SESSION + "/metadata", id).json("{\"l\":2}")).expect(200);
        assertEquals(
                "{\"k\":1,\"l\":2}",
                in(api().get(SESSION + "/metadata", id)).expect(200).json().toString());
        in(api().post(SESSION + "/usage", id).json("{\"inputTokens\":5}")).expect(200);
        in(api().delete(MESSAGE, id, "m1")).expect(204);
        in(api().delete(MESSAGES, id).query("id", "m2")).expect(200);
        var session = in(api().get(SESSION, id)).expect(200);
        assertEquals(namespace, session.at("/namespace"));
        assertEquals(1, session.number("/messageCount"));
        assertEquals(5, session.number("/usage/inputTokens"));
        assertNull(in(api().post(SESSION + "/clear", id)).expect(200).at("/leafId"));
        in(api().delete(SESSION, id)).expect(204);

        assertEquals(outside, get(id).text());
        assertEquals(history, history(id).text());
    }

    @Test
    void aSessionOfANamespaceIsNotOutside() {
        in(api().put(SESSION, id)).expect(201);
        api().get(SESSION, id).send().problem(404, "session-not-found");
        append(id, message("a", "a")).problem(404, "session-not-found");
        api().get(SESSION, id)
                .query("namespace", namespace.toUpperCase(java.util.Locale.ROOT))
                .send()
                .problem(404, "session-not-found");
    }

    @Test
    void allNamespacesAtOnceAreForListsOnly() {
        in(api().put(SESSION, id)).expect(201);
        api().get(SESSION, id).query("namespace", "*").send().problem(422, "invalid-id");
        api().put(SESSION, id).query("namespace", "*").send().problem(422, "invalid-id");
    }
}
