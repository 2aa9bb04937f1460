package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.support.Nodes;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A run that one process has paused is taken up by another one, also when the server died in between. */
@Order(Nodes.LAST)
@ExtendWith(Nodes.class)
class ResumeIT extends Running {
    @Test
    void aRunPausedInOneProcessIsCompletedInAnother() {
        var id = unique("s");
        Nodes.first().api().put(SESSION, id).send().expect(201);
        var paused = withMessages(
                "\"status\":\"paused\",\"agentId\":\"gardener\",\"checkpoint\":{ \"step\": 3.0 },"
                        + "\"requirements\":[{\"type\":\"confirmation\",\"question\":\"Fell it?\"}],"
                        + "\"usage\":{\"inputTokens\":100}",
                "q",
                "a");
        saveRun(Nodes.first().api(), id, "r1", paused).expect(201);

        Nodes.first().kill9();
        Nodes.first().restart();

        var found = Nodes.other()
                .get(ALL_RUNS)
                .query("runId", "r1")
                .query("status", "resumable")
                .send()
                .expect(200);
        assertEquals(id, found.at("/items/0/sessionId"));
        var run = Nodes.other().get(RUN, id, "r1").send().expect(200);
        assertEquals("3.0", run.at("/checkpoint/step"));
        assertEquals("Fell it?", run.at("/requirements/0/question"));
        saveRun(Nodes.other(), id, "r1", paused).expect(200);
        var completed = withMessages("\"status\":\"completed\",\"usage\":{\"inputTokens\":150}", "q", "a", "done");
        Nodes.other()
                .put(RUN, id, "r1")
                .header("If-Match", run.etag())
                .json(completed)
                .send()
                .expect(200);
        saveRun(Nodes.first().api(), id, "r1", completed).expect(200);
        saveRun(Nodes.first().api(), id, "r1", paused).problem(409, "run-final");
        var history = Nodes.first().api().get(HISTORY, id).send().expect(200);
        assertEquals(List.of("q", "a", "done"), history.all("/messages", "id"));
        assertEquals(150, Nodes.first().api().get(SESSION, id).send().number("/usage/inputTokens"));
    }
}
