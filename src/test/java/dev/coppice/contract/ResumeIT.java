package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.support.Api;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Databases;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A run that one process has paused is taken up by another one, also when the server died in between. */
class ResumeIT extends Running {
    private static CoppiceServer server;
    private static CoppiceServer second;

    @BeforeAll
    static void startServers() {
        server = CoppiceServer.named("resume").start();
        if (Databases.mariaDb()) {
            second = CoppiceServer.named("resume-2").database(server.database()).start();
        }
    }

    @AfterAll
    static void stopServers() {
        if (second != null) {
            second.close();
        }
        server.close();
    }

    private static Api other() {
        return second == null ? server.api() : new Api(second.uri(), server.token());
    }

    @Test
    void aRunPausedInOneProcessIsCompletedInAnother() {
        var id = unique("s");
        server.api().put(SESSION, id).send().expect(201);
        var paused = withMessages(
                "\"status\":\"paused\",\"agentId\":\"gardener\",\"checkpoint\":{ \"step\": 3.0 },"
                        + "\"requirements\":[{\"type\":\"confirmation\",\"question\":\"Fell it?\"}],"
                        + "\"usage\":{\"inputTokens\":100}",
                "q",
                "a");
        saveRun(server.api(), id, "r1", paused).expect(201);

        server.kill9();
        server.restart();

        var found = other().get(ALL_RUNS)
                .query("runId", "r1")
                .query("status", "resumable")
                .send()
                .expect(200);
        assertEquals(id, found.at("/items/0/sessionId"));
        var run = other().get(RUN, id, "r1").send().expect(200);
        assertEquals("3.0", run.at("/checkpoint/step"));
        assertEquals("Fell it?", run.at("/requirements/0/question"));
        saveRun(other(), id, "r1", paused).expect(200);
        var completed = withMessages("\"status\":\"completed\",\"usage\":{\"inputTokens\":150}", "q", "a", "done");
        other().put(RUN, id, "r1")
                .header("If-Match", run.etag())
                .json(completed)
                .send()
                .expect(200);
        saveRun(server.api(), id, "r1", completed).expect(200);
        saveRun(server.api(), id, "r1", paused).problem(409, "run-final");
        var history = server.api().get(HISTORY, id).send().expect(200);
        assertEquals(List.of("q", "a", "done"), history.all("/messages", "id"));
        assertEquals(150, server.api().get(SESSION, id).send().number("/usage/inputTokens"));
    }
}
