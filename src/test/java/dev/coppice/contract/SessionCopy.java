package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.support.Api;
import dev.coppice.support.HttpAnswer;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Compares a session with its copy in another tenant or database. */
final class SessionCopy {
    private final Api original;
    private final Api copy;

    SessionCopy(Api original, Api copy) {
        this.original = original;
        this.copy = copy;
    }

    void assertEqual(String id) {
        assertEquals(session(original, id), session(copy, id));
        assertEquals(Contract.allEntries(original, id, 50), Contract.allEntries(copy, id, 50));
        assertSame("/v1/sessions/{}/tree?limit=200", id);
        assertSame("/v1/sessions/{}/compactions?limit=200", id);
        for (var path : List.of("history", "history?raw=true")) {
            assertSame("/v1/sessions/{}/" + path, id);
        }
    }

    private void assertSame(String path, String id) {
        var expected = get(original, path, id);
        var actual = get(copy, path, id);
        assertEquals(expected.status(), actual.status(), path);
        assertEquals(expected.json(), actual.json(), path);
        assertEquals(expected.text(), actual.text(), path);
    }

    private static HttpAnswer get(Api api, String path, String id) {
        var query = path.indexOf('?');
        var call = api.get(query < 0 ? path : path.substring(0, query), id);
        if (query >= 0) {
            for (var parameter : path.substring(query + 1).split("&")) {
                call = call.query(parameter.split("=")[0], parameter.split("=")[1]);
            }
        }
        return call.send();
    }

    private static JsonNode session(Api api, String id) {
        var session = (ObjectNode) get(api, "/v1/sessions/{}", id).expect(200).json();
        session.remove("expiresAt");
        return session;
    }
}
