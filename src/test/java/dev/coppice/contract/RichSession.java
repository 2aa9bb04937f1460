package dev.coppice.contract;

import dev.coppice.support.Api;
import dev.coppice.support.Json;

/**
 * Creates a session with rows in every table that belongs to sessions, so that a test can check that all of them are purged.
 * A new such table needs a request here that fills it.
 */
final class RichSession {
    private final Api api;
    private final String id;
    private final String canary;
    private int calls;

    /** @param canary part of every text */
    RichSession(Api api, String id, String canary) {
        this.api = api;
        this.id = id;
        this.canary = canary;
    }

    void make() {
        api.put("/v1/agents/{}", "gardener")
                .json(
                        """
                        {"context":[{"label":"memory"},{"label":"skills","provider":{"type":"skills"}},
                         {"label":"docs","provider":{"type":"search"}}]}""")
                .send();
        post(
                "/v1/sessions",
                Json.object(
                                "id",
                                id,
                                "agent",
                                "gardener",
                                "userId",
                                "ada",
                                "name",
                                canary,
                                "maxMessages",
                                7,
                                "metadata",
                                Json.object("topic", canary))
                        .toString());
        messages();
        context();
        state();
        post("/v1/sessions/{}/usage", "{\"inputTokens\":1}");
        api.get("/v1/sessions/{}/prompt", id).send().expect(200);
    }

    private void messages() {
        for (int i = 0; i < 9; i++) {
            append("", said("m" + i));
        }
        append("\"parentId\":\"m4\",", said("side"));
        append("\"parentId\":\"m8\",", said("last"));
        api.put("/v1/sessions/{}/messages/{}", id, "m5")
                .json(said("m5").replace("text", "other text"))
                .send()
                .expect(200);
        api.delete("/v1/sessions/{}/messages/{}", id, "m6").send().expect(204);
        post(
                "/v1/sessions/{}/compactions",
                Json.object("fromMessageId", "m5", "toMessageId", "m7", "summary", canary)
                        .toString());
        append(
                "",
                """
                {"id":"call","role":"assistant","parts":[{"type":"tool-load_context","toolCallId":"c1",
                 "state":"output-available","input":{"label":"skills","key":"k"},"output":"%s"}]}"""
                        .formatted(canary));
    }

    private String said(String message) {
        return "{\"id\":\"" + message + "\",\"role\":\"user\",\"content\":\"text " + canary + "\"}";
    }

    private void append(String members, String message) {
        post("/v1/sessions/{}/messages", "{" + members + "\"messages\":[" + message + "]}");
    }

    private void context() {
        var content = Json.object("content", canary).toString();
        api.put("/v1/sessions/{}/context/{}", id, "memory").json(content).send().expect(200);
        post("/v1/sessions/{}/context", "{\"label\":\"added\"}");
        for (var label : new String[] {"skills", "docs"}) {
            api.put("/v1/sessions/{}/context/{}/entries/{}", id, label, "k")
                    .json(Json.object("content", canary, "description", canary).toString())
                    .send()
                    .expect(201);
        }
    }

    private void state() {
        var value = Json.quote(canary);
        api.put("/v1/sessions/{}/values/one", id).json(value).send();
        api.put("/v1/sessions/{}/state", id).json("{\"kept\":" + value + "}").send();
        post("/v1/sessions/{}/values/many/items", "{\"items\":[" + value + "," + value + "]}");
        api.put("/v1/sessions/{}/runs/r", id)
                .json("{\"status\":\"paused\",\"checkpoint\":" + value + ",\"messages\":[" + said("run") + "]}")
                .send()
                .expect(201);
    }

    /** Posts with an idempotency key, so that the answer is stored. */
    private void post(String path, String body) {
        var call = path.endsWith("}/messages") || path.contains("{}") ? api.post(path, id) : api.post(path);
        var answer = call.header("Idempotency-Key", canary + calls++).json(body).send();
        if (answer.status() >= 300) {
            answer.expect(201);
        }
    }
}
