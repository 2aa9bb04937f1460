package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Database;
import dev.coppice.support.Databases;
import dev.coppice.support.Json;
import java.util.HashMap;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Exports, and imports of the exported files. */
class ExportImportIT extends ExportApi {
    private static final Pattern DELETED = Pattern.compile("deleted-\\d+-\\d+");

    /**
     * The lines of a session without what a copy has of its own: times of blocks' entries, and the names of deleted
     * messages, which depend on the rows. These are numbered.
     */
    private static String content(String export) {
        var lines = without(without(export, "export"), "complete")
                .replaceAll("(?m)^(\\{\"entry\".*),\"createdAt\":\"[^\"]*\",\"updatedAt\":\"[^\"]*\"", "$1");
        var names = new HashMap<String, String>();
        return DELETED.matcher(lines)
                .replaceAll(name -> names.computeIfAbsent(name.group(), added -> "deleted-" + names.size()));
    }

    @Seeds({1, 2, 3, 4, 5, 6})
    void copyEqualsRandomSession(long seed) {
        new RandomSession(source, "s" + seed, seed).make();
        var report = loaded(target, export(source, "s" + seed));
        assertEquals(1, report.number("/sessions/imported"));
        new SessionCopy(source, target).assertEqual("s" + seed);
        assertEquals(
                content(export(source, "s" + seed)),
                content(export(target, "s" + seed)),
                "the export of the copy is the same");
    }

    @Test
    void valuesThatWereSentWithLineBreaksAreCopied() {
        var body = "{\"messages\":[{\"id\":\"q1\",\"role\":\"user\",\r\n  \"content\":\n \"two\\nlines\"\n}]}";
        source.post("/v1/sessions")
                .json("{\"id\":\"broken\",\"metadata\":{\n\"n\":\n1.50}}")
                .send()
                .expect(201);
        source.post(MESSAGES, "broken").json(body).send().expect(201);
        source.put(SESSION + "/state", "broken")
                .json("{\n\"a\":[1,\r\n2]}")
                .send()
                .expect(200);
        source.put(SESSION + "/values/v", "broken")
                .json("{\n\"b\":\n1.50}")
                .send()
                .expect(201);
        source.put(SESSION + "/runs/r", "broken")
                .json("{\"status\":\"paused\",\"checkpoint\":{\n\"c\":\n1.50}}")
                .send()
                .expect(201);
        assertEquals(1, loaded(target, export(source, "broken")).number("/sessions/imported"));
        var message =
                target.get(MESSAGES + "/q1", "broken").send().expect(200).json().path("message");
        assertEquals("two\nlines", Json.text(message.path("content")));
        assertEquals(
                "{ \"b\": 1.50}",
                target.get(SESSION + "/values/v", "broken").send().expect(200).text());
        assertEquals(
                Json.parse("{\"a\":[1,2]}"),
                target.get(SESSION + "/state", "broken").send().expect(200).json());
        assertEquals(
                "1.50",
                target.get(SESSION + "/runs/r", "broken").send().expect(200).at("/checkpoint/c"));
    }

    @Test
    void deepestItemOfListIsCopied() {
        source.put(SESSION, "s").send().expect(201);
        var list = "[" + "[".repeat(1000) + "]".repeat(1000) + "]";
        source.put(StateApi.VALUE, "s", "l").json(list).send().expect(201);
        loaded(target, export(source, "s"));
        assertEquals(
                list, target.get(StateApi.VALUE, "s", "l").send().expect(200).text());
    }

    @Test
    void sessionLineNeedsNoTypeAndNoMetadata() {
        source.put(SESSION, "s").send().expect(201);
        var lines = export(source, "s").replaceAll(",\"(type|metadata)\":(\"agent\"|\\{})", "");
        assertFalse(lines.contains("metadata"), lines);
        assertEquals(1, loaded(target, lines).number("/sessions/imported"));
        var copy = target.get(SESSION, "s").send().expect(200);
        assertEquals("agent", copy.at("/type"));
        assertEquals(Json.parse("{}"), copy.json().path("metadata"));
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
}
