package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.support.TestServers;
import java.util.List;

/** A run that was paused on one node is found and completed on another after the first one ended. */
final class RunsSurvive extends RunApi implements RestartCase {
    private final String id = unique("s");
    private final String runId = unique("r");
    private String paused;

    @Override
    public void prepare() {
        TestServers.first().api().put(SESSION, id).send().expect(201);
        paused = withMessages(
                "\"status\":\"paused\",\"agentId\":\"gardener\",\"checkpoint\":{ \"step\": 3.0 },"
                        + "\"requirements\":[{\"type\":\"confirmation\",\"question\":\"Fell it?\"}],"
                        + "\"usage\":{\"inputTokens\":100}",
                "q",
                "a");
        saveRun(TestServers.first().api(), id, runId, paused).expect(201);
    }

    @Override
    public void check() {
        var found = TestServers.other()
                .get(ALL_RUNS)
                .query("runId", runId)
                .query("status", "resumable")
                .send()
                .expect(200);
        assertEquals(id, found.at("/items/0/sessionId"));
        var run = TestServers.other().get(RUN, id, runId).send().expect(200);
        assertEquals("3.0", run.at("/checkpoint/step"));
        assertEquals("Fell it?", run.at("/requirements/0/question"));
        saveRun(TestServers.other(), id, runId, paused).expect(200);
        var completed = withMessages("\"status\":\"completed\",\"usage\":{\"inputTokens\":150}", "q", "a", "done");
        TestServers.other()
                .put(RUN, id, runId)
                .header("If-Match", run.etag())
                .json(completed)
                .send()
                .expect(200);
        saveRun(TestServers.first().api(), id, runId, completed).expect(200);
        saveRun(TestServers.first().api(), id, runId, paused).problem(409, "run-final");
        var history = TestServers.first().api().get(HISTORY, id).send().expect(200);
        assertEquals(List.of("q", "a", "done"), history.all("/messages", "id"));
        assertEquals(150, TestServers.first().api().get(SESSION, id).send().number("/usage/inputTokens"));
    }
}
