package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Dry runs of imports: what they report, and that they write nothing. */
class DryImportIT extends ExportApi {
    @Test
    void dryRunWritesNothing() {
        new RandomSession(source, "s", 23).make();
        var lines = export(source, "s");
        var report = dryRun(target, lines);
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

    /** A dry run counts what the import will insert: not what exists already. */
    @Test
    void dryRunCountsOnlyWhatIsMissing() {
        makeSessionWithSharedContents();
        var lines = source.get("/v1/export").send().expect(200).text();
        assertEquals(5, insertedByDryAndRealRun(lines).path("blocks").asInt());
        var second = insertedByDryAndRealRun(lines);
        second.properties().forEach(count -> assertEquals(0, count.getValue().asInt(), count.getKey()));
        target.delete(SESSION, "s").send().expect(204);
        var third = insertedByDryAndRealRun(lines);
        assertEquals(1, third.path("blocks").asInt(), "the contents that are shared still exist");
        assertEquals(1, third.path("messages").asInt());
    }

    private void makeSessionWithSharedContents() {
        source.put(PromptApi.AGENT, "keeper")
                .json(
                        """
                        {"context":[{"label":"own"},{"label":"of-user","scope":"user"},
                         {"label":"of-tenant","scope":"tenant"},{"label":"of-agent","scope":"agent"},
                         {"label":"docs","scope":"user","provider":{"type":"search"}}]}""")
                .send()
                .expect(201);
        source.put("/v1/users/ada/profile").json("{\"tone\":\"short\"}").send().expect(201);
        source.put(SESSION, "s")
                .json(Json.object("agent", "keeper", "userId", "ada"))
                .send()
                .expect(201);
        source.post(MESSAGES, "s").json(batch(message("m0", "x"))).send().expect(201);
        for (var label : List.of("own", "of-user", "of-tenant", "of-agent")) {
            source.put(PromptApi.BLOCK, "s", label)
                    .json("{\"content\":\"text\"}")
                    .send()
                    .expect(200);
        }
        source.put(PromptApi.BLOCK + "/entries/k", "s", "docs")
                .json("{\"content\":\"text\"}")
                .send()
                .expect(201);
    }

    /** Runs an import dry and then really, asserts that both insert the same, and returns the numbers. */
    private JsonNode insertedByDryAndRealRun(String lines) {
        var dry = dryRun(target, lines).json().path("inserted");
        assertEquals(loaded(target, lines).json().path("inserted"), dry);
        return dry;
    }

    /** A dry run reports a session whose import was interrupted as the repeated import will: as imported. */
    @Test
    void dryRunAfterInterruptedImportReportsSessionAsImported() {
        new RandomSession(source, "s", 22).make();
        var lines = export(source, "s");
        var all = lines.lines().toList();
        load(target, String.join("\n", all.subList(0, all.size() / 2))).expect(200);
        var checked = dryRun(target, lines);
        assertEquals(1, checked.number("/sessions/imported"), checked.text());
        assertEquals(0, checked.number("/sessions/existing"), checked.text());
        loaded(target, lines);
        var again = dryRun(target, lines);
        assertEquals(0, again.number("/sessions/imported"), again.text());
        assertEquals(1, again.number("/sessions/existing"), again.text());
    }

    @Test
    void errorInTreeIsFoundByRealImport() {
        source.put(SESSION, "s").send().expect(201);
        source.post(MESSAGES, "s")
                .json(batch(message("m0", "x"), message("m1", "y")))
                .send()
                .expect(201);
        var wrong = export(source, "s").replace("\"parentId\":\"m0\"", "\"parentId\":\"nobody\"");
        assertTrue(wrong.contains("nobody"), wrong);
        var checked = dryRun(target, wrong);
        assertEquals(0, checked.json().path("errors").size(), checked.text());
        var report = load(target, wrong).expect(200);
        assertEquals(1, report.number("/sessions/damaged"), report.text());
        target.get(SESSION, "s").send().problem(404, "session-not-found");
    }
}
