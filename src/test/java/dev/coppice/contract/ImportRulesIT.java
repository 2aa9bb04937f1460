package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Imports of damaged, incomplete and other files, and with events about the progress. */
class ImportRulesIT extends ExportApi {
    @Test
    void damagedSessionIsReportedAndOthersAreImported() {
        for (var id : List.of("a", "b", "c")) {
            source.put(SESSION, id).send().expect(201);
            source.post(MESSAGES, id)
                    .json(batch(message("m0", id), message("m1", id)))
                    .send()
                    .expect(201);
        }
        var lines = source.get("/v1/export").send().expect(200).text().lines().toList();
        var damaged = lines.stream()
                .map(line -> line.contains("\"text\":\"b\"") && line.contains("m1") ? "{\"message\":{broken" : line)
                .toList();
        var report = load(target, String.join("\n", damaged)).expect(200);
        assertEquals(2, report.number("/sessions/imported"), report.text());
        assertEquals(1, report.number("/sessions/damaged"), report.text());
        assertEquals(1, report.json().path("errors").size(), report.text());
        assertEquals("b", report.at("/errors/0/sessionId"));
        assertEquals(damaged.indexOf("{\"message\":{broken") + 1, report.number("/errors/0/line"));
        target.get(SESSION, "b").send().problem(404, "session-not-found");
        target.get(SESSION, "c").send().expect(200);
        assertEquals(1, loaded(target, String.join("\n", lines)).number("/sessions/imported"));
    }

    @Test
    void missingLinesAreDamage() {
        source.put(SESSION, "s").send().expect(201);
        source.post(MESSAGES, "s")
                .json(batch(message("m0", "x"), message("m1", "y"), message("m2", "z")))
                .send()
                .expect(201);
        var lines = export(source, "s").lines().toList();
        for (var missing : List.of("\"id\":\"m2\"", "\"id\":\"m1\"", "{\"end\"")) {
            var part = lines.stream().filter(line -> !line.contains(missing)).toList();
            var report = load(target, String.join("\n", part)).expect(200);
            assertEquals(1, report.number("/sessions/damaged"), report.text());
            target.get(SESSION, "s").send().problem(404, "session-not-found");
        }
    }

    @Test
    void otherFilesAreRefused() {
        for (var bad : List.of("", "hello", "{}", "[1]", "{\"export\":{\"version\":2}}", "{\"export\":{}}")) {
            load(target, bad).problem(422, "invalid");
        }
        var odd = load(target, "{\"export\":{\"version\":1}}\n{\"end\":{}}\n\n{\"what\":{}}\nx\n")
                .expect(200);
        assertEquals(List.of("2", "4", "5"), odd.all("/errors", "line"));
        assertTrue(odd.at("/errors/2/detail").startsWith("The body is not valid JSON, at column "), odd.text());
        assertEquals(0, odd.number("/sessions/damaged"));
    }

    /** The block would be found under neither of two labels. */
    @Test
    void declarationWithTwoLabelsIsDamage() {
        source.put(SESSION, "s").send().expect(201);
        source.post(PromptApi.CONTEXT, "s").json("{\"label\":\"notes\"}").send().expect(201);
        var lines = export(source, "s");
        assertTrue(lines.contains("\"block\":{\"label\":\"notes\""), lines);
        var other = lines.replace("\"block\":{\"label\":\"notes\"", "\"block\":{\"label\":\"other\"");
        var report = load(target, other).expect(200);
        assertEquals(1, report.number("/sessions/damaged"), report.text());
        assertEquals("invalid", report.at("/errors/0/code"));
        loaded(target, lines);
        target.get(PromptApi.CONTEXT + "/notes", "s").send().expect(200);
    }

    /** The file contains the content once, among the lines of the first session of the user. */
    @Test
    void sharedContentOfExistingSessionIsImported() {
        source.put(PromptApi.AGENT, "keeper")
                .json("{\"context\":[{\"label\":\"own\"},{\"label\":\"shared\",\"scope\":\"user\"}]}")
                .send()
                .expect(201);
        for (var id : List.of("a", "b")) {
            source.put(SESSION, id)
                    .json(Json.object("agent", "keeper", "userId", "ada"))
                    .send()
                    .expect(201);
        }
        for (var label : List.of("own", "shared")) {
            source.put(PromptApi.BLOCK, "a", label)
                    .json(Json.object("content", "text of " + label))
                    .send()
                    .expect(200);
        }
        target.put(SESSION, "a").send().expect(201);
        var lines = source.get("/v1/export").send().expect(200).text();
        assertEquals(1, dryRun(target, lines).number("/inserted/blocks"));
        var report = loaded(target, lines);
        assertEquals(1, report.number("/sessions/existing"), report.text());
        assertEquals(1, report.number("/sessions/imported"), report.text());
        assertEquals(1, report.number("/inserted/blocks"), report.text());
        var copy = target.get(PromptApi.BLOCK, "b", "shared").send().expect(200);
        assertEquals("text of shared", copy.at("/content"));
        assertEquals(0, loaded(target, lines).number("/inserted/blocks"));
    }

    /** The leaf was deleted between the export of the line {@code session} and that of the messages. */
    @Test
    void sessionWhoseLeafIsMissingEndsAtLastMessage() {
        source.put(SESSION, "s").send().expect(201);
        appendTo(source, 0, 2);
        var lines = export(source, "s").replace("\"leafId\":\"m1\"", "\"leafId\":\"deleted\"");
        assertTrue(lines.contains("\"leafId\":\"deleted\""), lines);
        assertEquals(1, loaded(target, lines).number("/sessions/imported"));
        assertEquals("m1", target.get(SESSION, "s").send().expect(200).at("/leafId"));
    }

    @Test
    void interruptedImportContinues() {
        new RandomSession(source, "s", 22).make();
        var lines = export(source, "s");
        var all = lines.lines().toList();
        for (int part : List.of(all.size() / 3, all.size() / 2, all.size() - 2)) {
            var report = load(target, String.join("\n", all.subList(0, part))).expect(200);
            assertFalse(report.json().path("complete").asBoolean());
            var begun = target.get(SESSION, "s").send().expect(200);
            assertFalse(begun.json().hasNonNull("agent"), "an incomplete session is not compacted");
        }
        assertEquals(1, loaded(target, lines).number("/sessions/imported"));
        new SessionCopy(source, target).assertEqual("s");
    }

    @Test
    void progressIsSentAsEvents() {
        new RandomSession(source, "s", 25).make();
        var events = target.post(IMPORTS)
                .header("Accept", "text/event-stream")
                .body("application/jsonl", export(source, "s").getBytes(StandardCharsets.UTF_8))
                .send()
                .expect(200)
                .text();
        assertTrue(events.startsWith("event: progress\ndata: {\"lines\":0"), events);
        var report = events.substring(events.lastIndexOf("event: report\ndata: ") + 20)
                .strip();
        assertEquals(1, Json.parse(report).at("/sessions/imported").asInt(), events);
        var refused = target.post(IMPORTS)
                .header("Accept", "text/event-stream")
                .body("application/jsonl", "no export".getBytes(StandardCharsets.UTF_8))
                .send()
                .expect(200)
                .text();
        assertTrue(refused.contains("event: problem\ndata: {\"type\":\"urn:coppice:problem:invalid\""), refused);
    }

    /** Older releases have stored agents with texts that are longer than the block allows. */
    @Test
    void agentWithTooLongTextIsImported() {
        var lines =
                """
                {"export":{"version":1}}
                {"agent":{"name":"old","context":[{"label":"m","maxTokens":1,"content":"abcdefgh"}]}}
                {"complete":{"sessions":0}}
                """;
        assertEquals(1, loaded(target, lines).number("/inserted/agents"));
        var agent = target.get("/v1/agents/{}", "old").send().expect(200);
        assertEquals("abcdefgh", agent.at("/context/0/content"));
    }

    @Test
    void futureTimesCountAsNow() {
        source.put(SESSION, "s").send().expect(201);
        var future = export(source, "s")
                .lines()
                .map(line -> line.startsWith("{\"session\"")
                        ? line.replaceAll("\"(createdAt|updatedAt)\":\"[^\"]*\"", "\"$1\":\"2190-01-01T00:00:00.000Z\"")
                        : line)
                .collect(Collectors.joining("\n"));
        assertTrue(future.contains("2190"), future);
        loaded(target, future);
        var copy = target.get(SESSION, "s").send().expect(200);
        assertTrue(copy.at("/createdAt").compareTo("2190") < 0, copy.text());
        assertTrue(copy.at("/updatedAt").compareTo("2190") < 0, copy.text());
    }

    @Test
    void sessionWithoutItsOldestMessagesIsCopied() {
        source.put(SESSION, "s").json("{\"maxMessages\":4}").send().expect(201);
        appendTo(source, 0, 4);
        source.post(SESSION + "/compactions", "s")
                .json("{\"fromMessageId\":\"m0\",\"toMessageId\":\"m2\",\"summary\":\"old\"}")
                .send()
                .expect(201);
        appendTo(source, 4, 9);
        loaded(target, export(source, "s"));
        for (var raw : List.of(true, false)) {
            assertEquals(
                    source.get(HISTORY, "s")
                            .query("raw", raw)
                            .send()
                            .expect(200)
                            .text(),
                    target.get(HISTORY, "s")
                            .query("raw", raw)
                            .send()
                            .expect(200)
                            .text());
        }
        assertEquals(allEntries(source, "s", 50), allEntries(target, "s", 50));
    }

    private static void appendTo(Api api, int from, int to) {
        for (int i = from; i < to; i++) {
            api.post(MESSAGES, "s").json(batch(message("m" + i, "x"))).send().expect(201);
        }
    }
}
