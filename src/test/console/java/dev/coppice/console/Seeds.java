package dev.coppice.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;

/** Conversations for the stories, made by the public API. Each call makes new ones. */
final class Seeds {

    private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z");

    private Seeds() {}

    static Api api() {
        return ConsoleServer.api();
    }

    static String unique(String prefix) {
        return prefix + "-" + UUID.randomUUID().toString().substring(0, 8);
    }

    static String message(String id, String role, String text) {
        return "{\"id\":%s,\"role\":%s,\"parts\":[{\"type\":\"text\",\"text\":%s}]}"
                .formatted(Json.quote(id), Json.quote(role), Json.quote(text));
    }

    static void append(String session, String... messages) {
        appendRaw(session, "{\"messages\":[" + String.join(",", messages) + "]}");
    }

    static void appendUnder(String session, String parent, String... messages) {
        appendRaw(
                session, "{\"parentId\":" + Json.quote(parent) + ",\"messages\":[" + String.join(",", messages) + "]}");
    }

    static void appendRaw(String session, String body) {
        api().post("/v1/sessions/{}/messages", session).json(body).send().expect(201);
    }

    /** An agent with a block of each kind that needs nothing outside of the server. */
    static String gardener() {
        var agent = unique("gardener");
        api().put("/v1/agents/{}", agent)
                .json(
                        """
                        {"context":[
                          {"label":"soul","provider":{"type":"text"},"content":"You are a gardener. Answer briefly."},
                          {"label":"memory","description":"Learned facts","maxTokens":200},
                          {"label":"skills","provider":{"type":"skills"}},
                          {"label":"knowledge","description":"The garden log","provider":{"type":"search"}}],
                         "compaction":{"protectHead":2,"tailTokenBudget":60,"compactAfter":4000},
                         "searchableHistory":true}""")
                .send();
        return agent;
    }

    /** A session of a gardener: blocks with versions and entries, a conversation with a tool, reasoning and an image. */
    static String garden() {
        return garden(unique("garden"), "ada-" + UUID.randomUUID().toString().substring(0, 6));
    }

    static String garden(String id, String user) {
        api().post("/v1/sessions")
                .json(Json.object(
                        "id",
                        id,
                        "name",
                        "The hazel by the gate",
                        "agent",
                        gardener(),
                        "userId",
                        user,
                        "source",
                        "web",
                        "metadata",
                        Json.object("topic", "hazel", "priority", 2)))
                .send()
                .expect(201);
        write(id, "memory", "Prefers hand tools.");
        write(id, "memory", "Prefers hand tools. Owns two hectares near Ashford.");
        entry(
                id,
                "skills",
                "coppicing",
                "How to cut hazel",
                "Cut at a slant, a hand above the ground, in late winter.");
        entry(id, "knowledge", "hazel", "A row by the gate", "The hazel by the gate was cut back in February 2019.");
        append(
                id,
                message("q1", "user", "When do I cut the hazel?"),
                message("a1", "assistant", "In late winter, before the buds open."),
                message("q2", "user", "How warm is it in Ashford today?"),
                """
                {"id":"a2","role":"assistant","parts":[
                  {"type":"reasoning","text":"The user asks for the weather; I have a tool for it."},
                  {"type":"tool-weather","toolCallId":"c1","state":"output-available","input":{"city":"Ashford"},"output":{"celsius":7.50,"sky":"clear"}},
                  {"type":"text","text":"7.5 degrees, and the sky is clear."}]}""",
                """
                {"id":"q3","role":"user","parts":[{"type":"text","text":"This is how it looks."},
                  {"type":"file","mediaType":"image/png","url":"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAIAQMAAAD+wSzIAAAABlBMVEX///+/v7+jQ3Y5AAAADklEQVQI12P4AIX8EAgALgAD/aNpbtEAAAAASUVORK5CYII="}]}""",
                message("a3", "assistant", "Cut a third of the stems, the oldest ones, a hand above the ground."),
                message("q4", "user", "And the alder by the pond?"),
                message("a4", "assistant", "Leave it for another year; its roots hold the bank."));
        api().post("/v1/sessions/{}/usage", id)
                .json("{\"inputTokens\":1240,\"outputTokens\":310,\"cost\":0.0042,\"model\":\"test\"}")
                .send()
                .expect(200);
        return id;
    }

    static void write(String session, String label, String text) {
        api().put("/v1/sessions/{}/context/{}", session, label)
                .json(Json.object("content", text))
                .send()
                .expect(200);
    }

    static void entry(String session, String label, String key, String description, String text) {
        var answer = api().put("/v1/sessions/{}/context/{}/entries/{}", session, label, key)
                .json(Json.object("description", description, "content", text))
                .send();
        if (answer.status() >= 300) {
            throw new AssertionError(answer.toString());
        }
    }

    /** A session with questions and answers on one path. */
    static String talk(String id, int messages) {
        api().post("/v1/sessions")
                .json(Json.object("id", id, "name", "A long talk"))
                .send()
                .expect(201);
        for (int from = 0; from < messages; from += 1000) {
            var batch = new ArrayList<String>();
            for (int i = from; i < Math.min(messages, from + 1000); i++) {
                batch.add(message(
                        "m" + i,
                        i % 2 == 0 ? "user" : "assistant",
                        "Message " + i + " about hedges, ponds and the row of hazel by the gate."));
            }
            append(id, batch.toArray(String[]::new));
        }
        return id;
    }

    /** Appends alternatives b0, b1 and so on below one message. */
    static void alternatives(String session, String parent, int count) {
        for (int from = 0; from < count; from += 1000) {
            var entries = new ArrayList<String>();
            for (int i = from; i < Math.min(count, from + 1000); i++) {
                entries.add("{\"parentId\":" + Json.quote(parent) + ",\"message\":" + message("b" + i, "user", "Branch")
                        + "}");
            }
            appendRaw(session, "{\"entries\":" + entries + "}");
        }
    }

    /** Moves a session with all its times to the past: exports it, changes the times, and imports it again. */
    static void age(String session, int days) {
        var export =
                api().get("/v1/sessions/{}/export", session).send().expect(200).text();
        api().delete("/v1/sessions/{}", session).send().expect(204);
        var aged = TIME.matcher(export)
                .replaceAll(time ->
                        Instant.parse(time.group()).minus(days, ChronoUnit.DAYS).toString());
        var report = api().post("/v1/imports")
                .body("application/jsonl", aged.getBytes(StandardCharsets.UTF_8))
                .send()
                .expect(200);
        assertEquals("1", report.at("/sessions/imported"), report.toString());
    }

    static void run(String session, String run, String body) {
        var answer =
                api().put("/v1/sessions/{}/runs/{}", session, run).json(body).send();
        if (answer.status() >= 300) {
            throw new AssertionError(answer.toString());
        }
    }

    /** Waits until the search index has a word. */
    static void awaitFound(String word) {
        Await.until("the index has " + word, Duration.ofMinutes(3), () -> !api().get("/v1/search")
                .query("q", word)
                .send()
                .expect(200)
                .all("/items", "messageId")
                .isEmpty());
    }

    static List<String> historyIds(String session) {
        return api().get("/v1/sessions/{}/history", session).send().expect(200).all("/messages", "id");
    }
}
