package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.support.Api;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.HttpCall;
import dev.coppice.support.Json;
import dev.coppice.support.TestServers;
import java.util.List;

/** Sessions, messages, tokens and idempotency keys are the same after a restart. */
final class ReadsSurvive extends Contract implements RestartCase {
    private final String id = unique("s");
    private final String user = unique("u");
    private String token;
    private String adminToken;
    private HttpCall keyed;
    private HttpAnswer first;
    private List<HttpCall> reads;
    private List<HttpAnswer> before;

    private static Api node() {
        return TestServers.first().api();
    }

    @Override
    public void prepare() {
        var api = node();
        api.post("/v1/sessions")
                .json(Json.parse("{\"id\":\"%s\",\"name\":\"n 🌳\",\"userId\":\"%s\",\"metadata\":{\"k\":[1e400]}}"
                        .formatted(id, user)))
                .send()
                .expect(201);
        keyed = api.post(MESSAGES, id)
                .header("Idempotency-Key", unique("key"))
                .json(batch("{\"role\":\"user\",\"content\":\"a\"}", message("b", "b"), message("c", "c")));
        first = keyed.send().expect(201);
        api.post(MESSAGES, id)
                .json(withMembers("\"parentId\":\"b\"", message("d", "d")))
                .send()
                .expect(201);
        api.put(MESSAGE, id, "b").json(message("b", "changed")).send().expect(200);
        api.delete(MESSAGE, id, "c").send().expect(204);
        api.post(SESSION + "/usage", id)
                .json("{\"inputTokens\":3,\"cost\":0.25}")
                .send()
                .expect(200);
        token = api.post("/v1/tokens")
                .json(Json.object("scopes", List.of("read"), "tenant", "other"))
                .send()
                .expect(201)
                .at("/token");
        adminToken = TestServers.first().token();
        readAll();
    }

    private void readAll() {
        var api = node();
        reads = List.of(
                api.get(SESSION, id),
                api.get(HISTORY, id),
                api.get(MESSAGES, id),
                api.get(SESSION + "/tree", id),
                api.get(MESSAGE, id, "b"),
                api.get("/v1/sessions").query("userId", user));
        before = reads.stream().map(call -> call.send().expect(200)).toList();
    }

    @Override
    public void check() {
        var api = node();
        assertEquals(adminToken, TestServers.first().token(), "the token file");
        for (var i = 0; i < reads.size(); i++) {
            var after = reads.get(i).send().expect(200);
            assertEquals(before.get(i).text(), after.text());
            assertEquals(before.get(i).etag(), after.etag());
        }
        api.as(token).get("/v1/sessions").send().expect(200);
        var replayed = keyed.send();
        assertEquals("true", replayed.header("Idempotency-Replayed"));
        assertEquals(first.text(), replayed.text());
        api.post(MESSAGES, id).json(batch(message("d", "d"))).send().expect(200);
        api.post(MESSAGES, id).json(batch(message("e", "e"))).send().expect(201);
        assertEquals("d", api.get(MESSAGE, id, "e").send().expect(200).at("/parentId"));
    }
}
