package dev.coppice.contract;

import dev.coppice.support.Api;
import dev.coppice.support.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Creates a session with random branches, edits, compactions, state, runs and blocks. The same seed gives the same session. */
public final class RandomSession {
    /** A word of every message, for searches. */
    static final String WORD = "quince";

    private final Api api;
    private final String id;
    private final SplittableRandom random;
    private final List<String> live = new ArrayList<>();
    private int next;

    public RandomSession(Api api, String id, long seed) {
        this.api = api;
        this.id = id;
        this.random = new SplittableRandom(seed);
    }

    public void make() {
        api.put("/v1/agents/{}", "gardener")
                .json(
                        """
                        {"context":[{"label":"memory"},{"label":"skills","provider":{"type":"skills"}},
                         {"label":"shared","scope":"user"},{"label":"house","scope":"agent"},
                         {"label":"all","scope":"tenant"}]}""")
                .send();
        api.put("/v1/sessions/{}", id)
                .json(Json.object(
                        "agent",
                        "gardener",
                        "userId",
                        "ada",
                        "name",
                        "Session " + id,
                        "model",
                        "m1",
                        "source",
                        "test",
                        "metadata",
                        Json.object("topic", "trees", "n", 3)))
                .send()
                .expect(201);
        for (int i = 0; i < 60; i++) {
            step();
        }
        context();
        state();
        api.post("/v1/sessions/{}/usage", id)
                .json("{\"inputTokens\":120,\"outputTokens\":30,\"cost\":0.0125}")
                .send()
                .expect(200);
        api.get("/v1/sessions/{}/prompt", id).send().expect(200);
    }

    private void step() {
        int kind = random.nextInt(20);
        if (live.size() < 3 || kind < 12) {
            append();
        } else if (kind < 15) {
            update();
        } else if (kind < 17) {
            delete();
        } else {
            compact();
        }
    }

    private void append() {
        var messages = new ArrayList<String>();
        int count = 1 + random.nextInt(4);
        var place = "";
        if (!live.isEmpty() && random.nextInt(3) == 0) {
            place = random.nextInt(6) == 0 ? "\"root\":true," : "\"parentId\":" + Json.quote(any()) + ",";
        }
        for (int i = 0; i < count; i++) {
            var name = "m" + next++;
            live.add(name);
            messages.add(message(name, "text of " + name));
        }
        api.post("/v1/sessions/{}/messages", id)
                .json("{" + place + "\"messages\":[" + String.join(",", messages) + "]}")
                .send()
                .expect(201);
    }

    private String message(String name, String text) {
        var role = random.nextBoolean() ? "user" : "assistant";
        var time = random.nextBoolean() ? "" : ",\"createdAt\":\"2025-03-01T10:00:00.000Z\"";
        return "{\"id\":\"" + name + "\",\"role\":\"" + role + "\",\"content\":\"" + text + " " + WORD + " ü😀\"" + time
                + ",\"x\": 1.50}";
    }

    private String any() {
        return live.get(random.nextInt(live.size()));
    }

    private void update() {
        var name = any();
        api.put("/v1/sessions/{}/messages/{}", id, name)
                .json(message(name, "another, longer text of " + name))
                .send()
                .expect(200);
    }

    private void delete() {
        var name = any();
        live.remove(name);
        api.delete("/v1/sessions/{}/messages/{}", id, name).send().expect(204);
        if (random.nextInt(3) == 0) {
            live.add(name);
            api.post("/v1/sessions/{}/messages", id)
                    .json("{\"messages\":[" + message(name, "again " + name) + "]}")
                    .send()
                    .expect(201);
        }
    }

    private void compact() {
        var path = api.get("/v1/sessions/{}/history", id).send().expect(200).all("/messages", "id");
        if (path.size() > 3) {
            int from = random.nextInt(path.size() - 2);
            int to = from + 1 + random.nextInt(path.size() - from - 1);
            api.post("/v1/sessions/{}/compactions", id)
                    .json(Json.object(
                            "fromMessageId", path.get(from), "toMessageId", path.get(to), "summary", "summary " + next))
                    .send()
                    .expect(201);
        }
    }

    private void context() {
        api.put("/v1/sessions/{}/context/{}", id, "memory")
                .json("{\"content\":\"likes pears\"}")
                .send()
                .expect(200);
        for (var shared : List.of("shared", "house", "all")) {
            api.put("/v1/sessions/{}/context/{}", id, shared)
                    .json("{\"content\":\"" + shared + ": prunes in February\"}")
                    .send()
                    .expect(200);
        }
        api.post("/v1/sessions/{}/context", id)
                .json("{\"label\":\"added\",\"description\":\"added later\"}")
                .send()
                .expect(201);
        api.put("/v1/sessions/{}/context/{}/entries/{}", id, "skills", "graft")
                .json("{\"content\":\"How to graft\",\"title\":\"Graft\",\"description\":\"grafting\"}")
                .send();
    }

    private void state() {
        api.put("/v1/sessions/{}/state", id).json("{\"a\":1}").send().expect(200);
        api.patch("/v1/sessions/{}/state", id).json("{\"b\":[1,2.50]}").send().expect(200);
        api.put("/v1/sessions/{}/values/{}", id, "one")
                .json("{\"deep\":[null,1e3]}")
                .send()
                .expect(201);
        api.put("/v1/sessions/{}/values/{}", id, "empty").json("[]").send().expect(201);
        var items = new ArrayList<String>();
        for (int i = 0; i < 700; i++) {
            items.add("{\"n\":" + i + "}");
        }
        api.put("/v1/sessions/{}/values/{}", id, "many")
                .json(items.toString())
                .send()
                .expect(201);
        for (int i = 0; i < 3; i++) {
            api.put("/v1/sessions/{}/runs/{}", id, "r" + i)
                    .json("{\"status\":\"" + (i == 0 ? "completed" : "paused")
                            + "\",\"agentId\":\"a\",\"checkpoint\":{\"step\":" + i + "},\"usage\":{\"inputTokens\":7}}")
                    .send()
                    .expect(201);
        }
    }
}
