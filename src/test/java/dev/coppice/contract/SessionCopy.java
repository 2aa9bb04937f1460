package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.HttpAnswer;
import java.util.List;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Compares a session with its copy in another tenant or database. */
public final class SessionCopy {
    private final Api original;
    private final Api copy;

    public SessionCopy(Api original, Api copy) {
        this.original = original;
        this.copy = copy;
    }

    public void assertEqual(String id) {
        assertEquals(session(original, id), session(copy, id));
        assertEquals(Contract.allEntries(original, id, 50), Contract.allEntries(copy, id, 50));
        assertSame("/v1/sessions/{}/tree?limit=200", id);
        assertSame("/v1/sessions/{}/compactions?limit=200", id);
        for (var path : List.of("history", "history?raw=true")) {
            assertSame("/v1/sessions/{}/" + path, id);
        }
        for (var leaf : leaves(original, id)) {
            assertSame("/v1/sessions/{}/history?leafId=" + leaf, id);
            assertSame("/v1/sessions/{}/history?raw=true&leafId=" + leaf, id);
        }
        assertEquals(leaves(original, id), leaves(copy, id));
        for (var path :
                List.of("metadata", "state", "values/one", "values/many", "values/empty", "prompt", "summary")) {
            assertSame("/v1/sessions/{}/" + path, id);
        }
        assertSame("/v1/sessions/{}/runs?limit=200", id);
        for (var run : List.of("r0", "r1", "r2")) {
            assertSame("/v1/sessions/{}/runs/" + run, id);
        }
        assertEquals(blocks(original, id), blocks(copy, id));
        assertSameHits(id);
    }

    private void assertSameHits(String id) {
        try {
            Await.until("the copy has the hits of " + id, SearchApi.SOON, () -> hits(original, id)
                    .equals(hits(copy, id)));
        } catch (AssertionError e) {
            assertEquals(hits(original, id), hits(copy, id), "hits of " + id);
            throw e;
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

    private static TreeSet<String> leaves(Api api, String id) {
        var leaves = new TreeSet<String>();
        Contract.allItems("items", cursor -> {
                    var call = api.get("/v1/sessions/{}/leaves", id).query("limit", 50);
                    return (cursor == null ? call : call.query("cursor", cursor)).send();
                })
                .forEach(item -> leaves.add(item.at("/message/id").asString()));
        return leaves;
    }

    /** The blocks without versions and times, which a copy has of its own. */
    private static List<String> blocks(Api api, String id) {
        var blocks = get(api, "/v1/sessions/{}/context", id).expect(200).json();
        var texts = new TreeSet<String>();
        blocks.path("items")
                .forEach(block -> texts.add(block.path("label").asString() + ": "
                        + block.path("content").asString("")
                        + block.path("description").asString("")));
        return List.copyOf(texts);
    }

    /**
     * The ids and snippets of all messages that contain the word of every message, from all pages: which of them are on
     * the first page depends on rows beside them, and a copy has no rows of deleted messages.
     */
    private static TreeSet<String> hits(Api api, String id) {
        var hits = new TreeSet<String>();
        Contract.allItems("items", cursor -> {
                    var call = api.get("/v1/sessions/{}/search", id)
                            .query("q", RandomSession.WORD)
                            .query("limit", 100);
                    return (cursor == null ? call : call.query("cursor", cursor)).send();
                })
                .forEach(hit -> hits.add(hit.path("messageId").asString() + hit.path("snippet")));
        return hits;
    }
}
