package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules of runs: ids, checkpoints, limits of usage and list parameters; a refused save stores nothing. */
@DatabaseNeutral
class RunRulesIT extends RunApi {
    @ParameterizedTest
    @ValueSource(strings = {"Å", "a b", "%", "_", "a:b", "🌳", "runs", "*", "resumable"})
    void runIdsAreComparedByteByByte(String runId) {
        var id = session();
        saveRun(id, runId, "{'status':'paused','checkpoint':'it'}").expect(201);
        saveRun(id, runId.toUpperCase() + "x", "{'status':'paused','checkpoint':'other'}")
                .expect(201);
        assertEquals("it", run(id, runId).expect(200).at("/checkpoint"));
        run(id, runId + " x").problem(404, "run-not-found");
        assertEquals(
                List.of(runId),
                runIds(api().get(ALL_RUNS)
                                .query("runId", runId)
                                .query("limit", 200)
                                .send())
                        .stream()
                        .distinct()
                        .toList());
    }

    @Test
    void refusedSaveCreatesNoSession() {
        for (var invalid : List.of(
                "{\"status\":\"paused\",\"parentId\":\"none\",\"messages\":[" + message("m", "m") + "]}",
                "{\"status\":\"paused\",\"messages\":[" + message("m", "m") + "," + message("m", "other") + "]}")) {
            var id = unique("s");
            var save =
                    api().put(RUN, id, "r").query("create", true).json(invalid).send();
            assertEquals(4, save.status() / 100, save.toString());
            api().head(SESSION, id).send().expect(404);
        }
        var id = unique("s");
        api().put(RUN, id, "r")
                .query("create", true)
                .header("If-Match", "\"1\"")
                .json("{\"status\":\"paused\"}")
                .send()
                .problem(412, "stale-version");
        api().head(SESSION, id).send().expect(404);
    }

    @Test
    void checkpointIsStoredByteForByte() {
        var id = session();
        var checkpoint = "{ \"\\u0000\" : [1.500, \"\\u0000 🌳\", 12345678901234567890.10 ] }";
        saveRun(api(), id, "r", "{\"status\":\"paused\",\"checkpoint\":" + checkpoint + "}")
                .expect(201);
        assertTrue(
                run(id, "r").text().contains("\"checkpoint\":" + checkpoint),
                run(id, "r").text());
        saveRun(id, "r", "{'status':'paused','checkpoint':'\\ud800'}").problem(422, "invalid");
        saveRun(id, "r", "{'status':'paused','checkpoint':" + "[".repeat(1100) + "]".repeat(1100) + "}")
                .problem(400, "malformed");
        assertEquals("\"1\"", run(id, "r").etag());
    }

    /** A save that would exceed the largest usage total of a session stores nothing. */
    @Test
    void usageBeyondSessionTotalIsRefused() {
        var id = session();
        saveRun(id, "much", "{'status':'paused','usage':{'inputTokens':1000000000000000}}")
                .expect(201);
        var before = get(id).text();
        saveRun(id, "more", withMessages("\"status\":\"paused\",\"usage\":{\"inputTokens\":1}", "m"))
                .problem(400, "out-of-range");
        saveRun(id, "much", "{'status':'paused','usage':{'inputTokens':1000000000000001}}")
                .problem(400, "out-of-range");
        assertEquals(before, get(id).text());
        run(id, "more").problem(404, "run-not-found");
        saveRun(id, "much", "{'status':'paused','usage':{'inputTokens':5}}").expect(200);
        assertEquals(5, used(id, "inputTokens"));
    }

    @Test
    void invalidListParameterIsRefused() {
        var id = session();
        api().get(RUNS, id).query("limit", 201).send().problem(400, "out-of-range");
        api().get(RUNS, id).query("cursor", "x").send().problem(400, "malformed");
        api().get(RUNS, id).query("status", "done").send().problem(400, "malformed");
        api().get(RUNS, id).query("agentId", " a").send().problem(422, "invalid-id");
    }
}
