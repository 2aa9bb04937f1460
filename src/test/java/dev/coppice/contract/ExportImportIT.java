package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Database;
import dev.coppice.support.Databases;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Exports, and imports of the exported files. */
class ExportImportIT extends Contract {
    private static final String EXPORT = SESSION + "/export";
    private static final String IMPORTS = "/v1/imports";

    private Api source;
    private Api target;

    @BeforeEach
    void createTenants() {
        source = api().as(token(unique("source"), "admin", "write"));
        target = api().as(token(unique("target"), "admin", "write"));
    }

    private static String export(Api api, String session) {
        return api.get(EXPORT, session).send().expect(200).text();
    }

    private static HttpAnswer load(Api api, String lines) {
        return api.post(IMPORTS)
                .body("application/jsonl", lines.getBytes(StandardCharsets.UTF_8))
                .send();
    }

    private static HttpAnswer loaded(Api api, String lines) {
        var report = load(api, lines).expect(200);
        assertEquals(0, report.json().path("errors").size(), report.text());
        assertTrue(report.json().path("complete").asBoolean(), report.text());
        return report;
    }

    private static String without(String lines, String kind) {
        return lines.lines()
                .filter(line -> !line.startsWith("{\"" + kind + "\""))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void copyEqualsRandomSession(long seed) {
        new RandomSession(source, "s" + seed, seed).make();
        var report = loaded(target, export(source, "s" + seed));
        assertEquals(1, report.number("/sessions/imported"));
        new SessionCopy(source, target).assertEqual("s" + seed);
        assertEquals(
                without(without(export(source, "s" + seed), "export"), "complete"),
                without(without(export(target, "s" + seed), "export"), "complete"),
                "the export of the copy is the same");
    }

    @Test
    void copyInOtherDatabaseEqualsRandomSessions() {
        Assumptions.assumeTrue(Databases.areOnServer(), "needs two kinds of databases");
        try (var server =
                CoppiceServer.named("export-source").database(Database.H2).start()) {
            for (long seed = 11; seed < 15; seed++) {
                new RandomSession(server.api(), "s" + seed, seed).make();
            }
            var lines = server.api()
                    .get("/v1/export")
                    .query("namespace", "*")
                    .send()
                    .expect(200)
                    .text();
            assertEquals(4, loaded(target, lines).number("/sessions/imported"));
            for (long seed = 11; seed < 15; seed++) {
                new SessionCopy(server.api(), target).assertEqual("s" + seed);
            }
        }
    }

    @Test
    void secondImportInsertsNothing() {
        new RandomSession(source, "s", 21).make();
        var lines = export(source, "s");
        loaded(target, lines);
        var before = export(target, "s");
        var again = loaded(target, lines);
        assertEquals(0, again.number("/sessions/imported"));
        assertEquals(1, again.number("/sessions/existing"));
        again.json().path("inserted").forEach(count -> assertEquals(0, count.asInt(), again.text()));
        assertEquals(without(before, "export"), without(export(target, "s"), "export"));
    }

    @Test
    void interruptedImportContinues() {
        new RandomSession(source, "s", 22).make();
        var lines = export(source, "s");
        var all = lines.lines().toList();
        for (int part : List.of(all.size() / 3, all.size() / 2, all.size() - 2)) {
            var report = load(target, String.join("\n", all.subList(0, part))).expect(200);
            assertFalse(report.json().path("complete").asBoolean());
        }
        assertEquals(1, loaded(target, lines).number("/sessions/imported"));
        new SessionCopy(source, target).assertEqual("s");
    }

    @Test
    void dryRunWritesNothing() {
        new RandomSession(source, "s", 23).make();
        var lines = export(source, "s");
        var report = target.post(IMPORTS)
                .query("dryRun", true)
                .body("application/jsonl", lines.getBytes(StandardCharsets.UTF_8))
                .send()
                .expect(200);
        assertTrue(report.json().path("dryRun").asBoolean());
        assertEquals(1, report.number("/sessions/imported"));
        assertTrue(report.number("/inserted/messages") > 0);
        target.get(SESSION, "s").send().problem(404, "session-not-found");
        target.get("/v1/agents/{}", "gardener").send().problem(404, "agent-not-found");
        var real = loaded(target, lines);
        assertEquals(
                report.json().path("inserted").path("messages"),
                real.json().path("inserted").path("messages"));
    }

    @Test
    void forksAreExportedAsTreesOfTheirOwn() {
        new RandomSession(source, "s", 24).make();
        source.post(SESSION + "/fork", "s").json("{\"id\":\"fork\"}").send().expect(201);
        source.post(MESSAGES, "fork").json(batch(message("own", "own"))).send().expect(201);
        loaded(target, source.get("/v1/export").send().expect(200).text());
        for (var id : List.of("s", "fork")) {
            assertEquals(allEntries(source, id, 50), allEntries(target, id, 50));
            assertEquals(
                    source.get(HISTORY, id).send().expect(200).text(),
                    target.get(HISTORY, id).send().expect(200).text());
        }
        assertEquals("s", target.get(SESSION, "fork").send().expect(200).at("/parentSessionId"));
    }

    @Test
    void deletedEndOfCompactionIsKept() {
        source.put(SESSION, "s").send().expect(201);
        source.post(MESSAGES, "s")
                .json(batch(
                        message("a", "a"), message("b", "b"), message("c", "c"), message("d", "d"), message("e", "e")))
                .send()
                .expect(201);
        source.post(MESSAGES, "s")
                .json(withMembers("\"parentId\":\"b\"", message("side", "side")))
                .send()
                .expect(201);
        source.post(SESSION + "/compactions", "s")
                .json("{\"fromMessageId\":\"a\",\"toMessageId\":\"c\",\"summary\":\"abc\"}")
                .send()
                .expect(201);
        source.delete(MESSAGE, "s", "c").send().expect(204);
        source.delete(MESSAGE, "s", "a").send().expect(204);
        source.post(MESSAGES, "s")
                .json(withMembers("\"parentId\":\"e\"", message("c", "c again")))
                .send()
                .expect(201);
        loaded(target, export(source, "s"));
        for (var leaf : List.of("side", "e", "c", "d", "b")) {
            assertEquals(
                    source.get(HISTORY, "s")
                            .query("leafId", leaf)
                            .send()
                            .expect(200)
                            .text(),
                    target.get(HISTORY, "s")
                            .query("leafId", leaf)
                            .send()
                            .expect(200)
                            .text());
        }
        assertEquals(allEntries(source, "s", 50), allEntries(target, "s", 50));
        assertEquals(
                source.get(SESSION + "/compactions", "s").send().expect(200).text(),
                target.get(SESSION + "/compactions", "s").send().expect(200).text());
    }

    @Test
    void timesLimitsAndEndAreKept() {
        source.put(SESSION, "s")
                .json(Json.object(
                        "createdAt",
                        "2021-03-01T12:00:00.000Z",
                        "updatedAt",
                        "2022-03-01T12:00:00.000Z",
                        "ttlSeconds",
                        3600,
                        "maxMessages",
                        3,
                        "compactAfter",
                        1000,
                        "compactBy",
                        "reported"))
                .send()
                .expect(201);
        loaded(target, export(source, "s"));
        var copy = target.get(SESSION, "s").send().expect(200);
        assertEquals("2021-03-01T12:00:00.000Z", copy.at("/createdAt"));
        assertEquals("2022-03-01T12:00:00.000Z", copy.at("/updatedAt"));
        assertEquals("3600", copy.at("/ttlSeconds"));
        assertEquals("reported", copy.at("/compactBy"));
        for (int i = 0; i < 5; i++) {
            source.post(MESSAGES, "s").json(batch(message("m" + i, "x"))).send().expect(201);
        }
        source.post(SESSION + "/split", "s")
                .json("{\"summary\":\"until now\"}")
                .send()
                .expect(201);
        target.delete(SESSION, "s").send().expect(204);
        loaded(target, export(source, "s"));
        var ended = target.get(SESSION, "s").send().expect(200);
        var original = source.get(SESSION, "s").send().expect(200);
        for (var member : List.of("/endedAt", "/endReason", "/leafId", "/messageCount", "/tokens", "/updatedAt")) {
            assertEquals(original.at(member), ended.at(member), member);
        }
        target.post(MESSAGES, "s").json(batch(message("late", "x"))).send().problem(409, "session-ended");
    }

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
        assertEquals(0, odd.number("/sessions/damaged"));
    }

    @Test
    void namespacesAndUsersAreExported() {
        for (var namespace : List.of("", "one", "two")) {
            for (var user : List.of("ada", "bob")) {
                source.put(SESSION, "s-" + user)
                        .query("namespace", namespace)
                        .json(Json.object("userId", user))
                        .send()
                        .expect(201);
            }
        }
        assertEquals(2, sessions(source.get("/v1/export")));
        assertEquals(2, sessions(source.get("/v1/export").query("namespace", "one")));
        assertEquals(6, sessions(source.get("/v1/export").query("namespace", "*")));
        assertEquals(
                3, sessions(source.get("/v1/export").query("namespace", "*").query("userId", "ada")));
        assertEquals(0, sessions(source.get("/v1/export").query("namespace", "none")));
        assertEquals(0, sessions(target.get("/v1/export").query("namespace", "*")), "no data of other tenants");
        loaded(
                target,
                source.get("/v1/export")
                        .query("namespace", "*")
                        .send()
                        .expect(200)
                        .text());
        target.get(SESSION, "s-bob").query("namespace", "two").send().expect(200);
        var moved = target.post(IMPORTS)
                .query("namespace", "three")
                .body(
                        "application/jsonl",
                        source.get("/v1/export").send().expect(200).body())
                .send()
                .expect(200);
        assertEquals(2, moved.number("/sessions/imported"));
        target.get(SESSION, "s-ada").query("namespace", "three").send().expect(200);
    }

    private static long sessions(dev.coppice.support.HttpCall call) {
        return call.send()
                .expect(200)
                .text()
                .lines()
                .filter(line -> line.startsWith("{\"session\""))
                .count();
    }

    @Test
    void onlyAdministratorsImportAndExportMany() {
        var name = unique("t");
        var writer = api().as(token(name, "write"));
        var reader = api().as(token(name, "read"));
        writer.put(SESSION, "s").send().expect(201);
        reader.get(EXPORT, "s").send().expect(200);
        writer.get("/v1/export").send().problem(403, "forbidden");
        load(writer, "{\"export\":{\"version\":1}}").problem(403, "forbidden");
        reader.get(EXPORT, "none").send().problem(404, "session-not-found");
        target.get(EXPORT, "s").send().problem(404, "session-not-found");
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
}
