package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.support.TestServers;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A run that one process has paused is taken up by another one, also when the server died in between. */
@Order(TestServers.LAST)
@ExtendWith(TestServers.class)
@RunsAlone("stops servers")
class ResumeIT extends RunApi {
    @Test
    void aRunPausedInOneProcessIsCompletedInAnother() {
        var id = unique("s");
        TestServers.first().api().put(SESSION, id).send().expect(201);
        var paused = withMessages(
                "\"status\":\"paused\",\"agentId\":\"gardener\",\"checkpoint\":{ \"step\": 3.0 },"
                        + "\"requirements\":[{\"type\":\"confirmation\",\"question\":\"Fell it?\"}],"
                        + "\"usage\":{\"inputTokens\":100}",
                "q",
                "a");
        saveRun(TestServers.first().api(), id, "r1", paused).expect(201);

        TestServers.first().kill9();
        TestServers.first().restart();

        var found = TestServers.other()
                .get(ALL_RUNS)
                .query("runId", "r1")
                .query("status", "resumable")
                .send()
                .expect(200);
        assertEquals(id, found.at("/items/0/sessionId"));
        var run = TestServers.other().get(RUN, id, "r1").send().expect(200);
        assertEquals("3.0", run.at("/checkpoint/step"));
        assertEquals("Fell it?", run.at("/requirements/0/question"));
        saveRun(TestServers.other(), id, "r1", paused).expect(200);
        var completed = withMessages("\"status\":\"completed\",\"usage\":{\"inputTokens\":150}", "q", "a", "done");
        TestServers.other()
                .put(RUN, id, "r1")
                .header("If-Match", run.etag())
                .json(completed)
                .send()
                .expect(200);
        saveRun(TestServers.first().api(), id, "r1", completed).expect(200);
        saveRun(TestServers.first().api(), id, "r1", paused).problem(409, "run-final");
        var history = TestServers.first().api().get(HISTORY, id).send().expect(200);
        assertEquals(List.of("q", "a", "done"), history.all("/messages", "id"));
        assertEquals(150, TestServers.first().api().get(SESSION, id).send().number("/usage/inputTokens"));
    }
}
