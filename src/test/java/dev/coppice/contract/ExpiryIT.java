package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.coppice.support.Await;
import dev.coppice.support.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An expired session is absent from all reads, lists and searches, and refuses all writes. */
class ExpiryIT extends PromptApi {

    private final String namespace = unique("ns");

    private String expiredSession(String text) {
        var id = sessionIn(api(), namespace, text, "userId", namespace);
        api().patch(SESSION, id)
                .query("namespace", namespace)
                .json("{\"ttlSeconds\":1}")
                .send()
                .expect(200);
        Await.until(
                "the session expires",
                SOON,
                () -> api().head(SESSION, id)
                                .query("namespace", namespace)
                                .send()
                                .status()
                        == 404);
        return id;
    }

    @Test
    void expiredSessionIsNotFoundAnywhere() {
        var word = uniqueWord();
        var id = expiredSession(word);
        for (var path : List.of(
                "",
                "/messages",
                "/history",
                "/leaf",
                "/tree",
                "/leaves",
                "/metadata",
                "/context",
                "/prompt",
                "/compactions",
                "/tools",
                "/state",
                "/values",
                "/values/k",
                "/values/k/items",
                "/runs",
                "/runs/r",
                "/turn",
                "/summary",
                "/events")) {
            api().get(SESSION + path, id).query("namespace", namespace).send().problem(404, "session-not-found");
        }
        api().get(SEARCH_SESSION, id)
                .query("namespace", namespace)
                .query("q", word)
                .send()
                .problem(404, "session-not-found");
        assertEquals(
                List.of(),
                hits(api().get(SEARCH)
                        .query("namespace", "*")
                        .query("q", word)
                        .send()
                        .expect(200)));
        for (var filter : List.of("userId", "namespace")) {
            assertEquals(
                    List.of(),
                    api().get("/v1/sessions")
                            .query("namespace", namespace)
                            .query(filter, namespace)
                            .send()
                            .expect(200)
                            .all("/items", "id"));
        }
    }

    @Test
    void expiredSessionRefusesWrites() {
        var id = expiredSession("x");
        api().post(MESSAGES, id)
                .query("namespace", namespace)
                .json(batch(message("a", "x")))
                .send()
                .problem(404, "session-not-found");
        api().patch(SESSION, id)
                .query("namespace", namespace)
                .json("{\"name\":\"n\"}")
                .send()
                .problem(404, "session-not-found");
        api().post("/v1/sessions/{}/split", id)
                .query("namespace", namespace)
                .json(Json.object("summary", "s"))
                .send()
                .problem(404, "session-not-found");
        api().post(ForkApi.FORK, id).query("namespace", namespace).send().problem(404, "session-not-found");
        for (var call : List.of(
                api().put(SESSION + "/values/k", id).json("1"),
                api().delete(SESSION + "/values/k", id),
                api().post(SESSION + "/values/k/items", id).json("{\"items\":[1]}"),
                api().put(SESSION + "/state", id).json("{}"),
                api().patch(SESSION + "/state", id).json("{}"),
                api().put(SESSION + "/runs/r", id).json("{\"status\":\"paused\"}"),
                api().post(SESSION + "/summary", id))) {
            call.query("namespace", namespace).send().problem(404, "session-not-found");
        }
        api().delete(SESSION, id).query("namespace", namespace).send().problem(404, "session-not-found");
    }

    @Test
    void expiredIdMayBeUsedAgain() {
        var id = expiredSession("x");
        var recreated =
                api().put(SESSION, id).query("namespace", namespace).send().expect(201);
        assertEquals(0, recreated.number("/messageCount"));
        assertEquals(
                List.of(),
                api().get(HISTORY, id)
                        .query("namespace", namespace)
                        .send()
                        .expect(200)
                        .all("/messages", "id"));
        var other = expiredSession("y");
        api().post("/v1/sessions")
                .query("namespace", namespace)
                .json(Json.object("id", other))
                .send()
                .expect(201);
    }

    @Test
    void expiredSessionIsNotCountedInHistoryBlock() {
        var user = unique("u");
        var agent = agent("{'label':'past','provider':{'type':'history'}}");
        var id = sessionOf(agent, user);
        var other = unique("s");
        create(Json.object("id", other, "userId", user, "ttlSeconds", 1)).expect(201);
        Await.until(
                "the session expires",
                SOON,
                () -> api().head(SESSION, other).send().status() == 404);
        assertEquals(false, promptOf(id).contains("1 session"), promptOf(id));
    }

    @Test
    void writeRenewsTtlAndReadDoesNot() {
        var id = unique("s");
        create(Json.object("id", id, "ttlSeconds", 1000)).expect(201);
        var expiresAt = get(id).at("/expiresAt");
        history(id);
        api().get(SESSION + "/turn", id).send().expect(200);
        api().get(SESSION + "/state", id).send().expect(200);
        api().get(SESSION + "/runs", id).send().expect(200);
        assertEquals(expiresAt, get(id).at("/expiresAt"));
        Await.until("a write renews the expiry", SOON, () -> {
            append(id, message(unique("m"), "x")).expect(201);
            return !get(id).at("/expiresAt").equals(expiresAt);
        });
        assertNotEquals(expiresAt, get(id).at("/expiresAt"));
    }
}
