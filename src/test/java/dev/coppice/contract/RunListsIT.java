package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import dev.coppice.support.ParallelClients;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists of runs: those of one session, and across sessions by status, agent and id. */
class RunListsIT extends RunApi {
    private static final List<String> STATUSES = List.of("running", "paused", "error", "cancelled", "completed");

    /** Each test uses a tenant of its own. */
    private final Api tenant = api().as(token(unique("t"), "write"));

    private String sessionIn(String namespace) {
        var id = unique("s");
        tenant.put(SESSION, id).query("namespace", namespace).send().expect(201);
        return id;
    }

    private void save(String session, String namespace, String run, String status, String agent) {
        tenant.put(RUN, session, run)
                .query("namespace", namespace)
                .json(Json.object("status", status, "agentId", agent, "checkpoint", "the checkpoint"))
                .send()
                .expect(201);
    }

    private HttpAnswer find(String... query) {
        var call = tenant.get(ALL_RUNS);
        for (int i = 0; i < query.length; i += 2) {
            call.query(query[i], query[i + 1]);
        }
        return call.send();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "running|running",
                "paused|paused",
                "completed|completed",
                "resumable|cancelled,error,paused",
                "|completed,cancelled,error,paused,running"
            })
    void runsAreFoundByStatusNewestFirst(String status, String found) {
        var id = sessionIn("");
        STATUSES.forEach(runStatus -> save(id, "", runStatus, runStatus, "a"));
        var query = status == null ? new String[0] : new String[] {"status", status};
        assertEquals(found, String.join(",", runIds(find(query))));
        var call = tenant.get(RUNS, id);
        assertEquals(found, String.join(",", runIds((status == null ? call : call.query("status", status)).send())));
    }

    /** A process finds the run that another process has paused by its run id alone. */
    @Test
    void pausedRunIsFoundById() {
        var id = sessionIn("garden");
        save(id, "garden", "r1", "paused", "gardener");
        save(id, "garden", "r2", "paused", "gardener");
        save(sessionIn(""), "", "r1", "completed", "gardener");
        var found = find("namespace", "*", "runId", "r1", "status", "resumable").expect(200);
        assertEquals(1, found.json().path("items").size());
        assertEquals(id, found.at("/items/0/sessionId"));
        assertEquals("garden", found.at("/items/0/namespace"));
        assertEquals("gardener", found.at("/items/0/agentId"));
        assertEquals("paused", found.at("/items/0/status"));
        assertFalse(found.text().contains("the checkpoint"), "a list must not contain checkpoints");
        assertEquals(
                "the checkpoint",
                tenant.get(RUN, id, "r1")
                        .query("namespace", found.at("/items/0/namespace"))
                        .send()
                        .expect(200)
                        .at("/checkpoint"));
    }

    @Test
    void filtersAreCombined() {
        var defaultSession = sessionIn("");
        var namespacedSession = sessionIn("n");
        save(defaultSession, "", "r1", "paused", "a");
        save(defaultSession, "", "r2", "error", "b");
        save(namespacedSession, "n", "r1", "paused", "b");
        save(namespacedSession, "n", "r3", "running", "a");
        assertEquals(List.of("r2", "r1"), runIds(find()));
        assertEquals(List.of("r3", "r1"), runIds(find("namespace", "n")));
        assertEquals(List.of("r3", "r1", "r2", "r1"), runIds(find("namespace", "*")));
        assertEquals(List.of("r3", "r1"), runIds(find("namespace", "*", "agentId", "a")));
        assertEquals(List.of("r1"), runIds(find("agentId", "a")));
        assertEquals(List.of("r1", "r1"), runIds(find("namespace", "*", "runId", "r1")));
        assertEquals(List.of("r1"), runIds(find("namespace", "*", "runId", "r1", "agentId", "b")));
        assertEquals(List.of(), runIds(find("namespace", "*", "runId", "r1", "agentId", "b", "status", "error")));
        assertEquals(List.of(), runIds(find("namespace", "nowhere")));
        assertEquals(
                List.of("r2"),
                runIds(tenant.get(RUNS, defaultSession).query("agentId", "b").send()));
        assertEquals(
                List.of(),
                runIds(api().as(token(unique("t"), "read")).get(ALL_RUNS).send()));
    }

    @Test
    void runIsListedByItsCurrentStatus() {
        var id = sessionIn("");
        save(id, "", "r", "paused", "a");
        assertEquals(List.of("r"), runIds(find("status", "resumable")));
        saveRun(tenant, id, "r", "{'status':'completed'}").expect(200);
        assertEquals(List.of(), runIds(find("status", "resumable")));
        assertEquals(List.of("r"), runIds(find("status", "completed", "agentId", "a")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "resumable", "paused"})
    void pagesContainEachRunOnce(String status) {
        var sessions = List.of(sessionIn(""), sessionIn("n"), sessionIn(""));
        var expected = new ArrayList<String>();
        for (int i = 0; i < 23; i++) {
            var runStatus = STATUSES.get(i % 5);
            save(sessions.get(i % 3), i % 3 == 1 ? "n" : "", "r" + i, runStatus, "a");
            if (status.isEmpty()
                    || runStatus.equals(status)
                    || status.equals("resumable") && i % 5 >= 1 && i % 5 <= 3) {
                expected.add(0, "r" + i);
            }
        }
        var found = allItems("items", cursor -> {
            var call = tenant.get(ALL_RUNS).query("namespace", "*").query("limit", 4);
            if (!status.isEmpty()) {
                call.query("status", status);
            }
            return (cursor == null ? call : call.query("cursor", cursor)).send();
        });
        assertEquals(
                expected,
                found.stream().map(item -> Json.text(item.path("runId"))).collect(Collectors.toList()));
    }

    /** A list without a status contains each run exactly once, even while runs change their status. */
    @Test
    void runChangingStatusIsListedOnce() {
        var sessions = List.of(sessionIn(""), sessionIn("n"));
        var runs = new ArrayList<String>();
        for (int i = 0; i < 4; i++) {
            save(sessions.get(i % 2), i % 2 == 1 ? "n" : "", "r" + i, "running", "a");
            runs.add(0, "r" + i);
        }
        var finished = new AtomicBoolean();
        ParallelClients.of(4, client -> {
            try {
                for (int i = 0; client == 0 && i < 300; i++) {
                    assertEquals(runs, runIds(find("namespace", "*")));
                }
                for (int i = 0; client > 0 && !finished.get(); i++) {
                    var call = tenant.put(RUN, sessions.get(client % 2), "r" + client)
                            .query("namespace", client % 2 == 1 ? "n" : "")
                            .json(Json.object("status", STATUSES.get(i % 4)));
                    retryWhileBusy(200, call::send);
                }
            } finally {
                finished.set(true);
            }
            return client;
        });
    }

    @Test
    void lastPageHasNoCursor() {
        var id = sessionIn("");
        save(id, "", "r1", "paused", "a");
        save(id, "", "r2", "error", "a");
        var whole = find("limit", "2").expect(200);
        assertNull(whole.at("/nextCursor"));
        var first = find("limit", "1").expect(200);
        assertNotNull(first.at("/nextCursor"));
        assertNotNull(first.header("Link"));
        assertEquals(List.of("r1"), runIds(find("limit", "1", "cursor", first.at("/nextCursor"))));
    }

    @Test
    void runsOfExpiredSessionsAreNotListed() {
        var id = sessionIn("");
        save(id, "", "mortal", "paused", "a");
        save(sessionIn(""), "", "lasting", "paused", "a");
        tenant.patch(SESSION, id).json("{\"ttlSeconds\":1}").send().expect(200);
        Await.until("the session expires", Duration.ofMinutes(1), () -> runIds(find("status", "resumable"))
                .equals(List.of("lasting")));
        assertEquals(List.of("lasting"), runIds(find("limit", "1")));
        tenant.get(RUN, id, "mortal").send().problem(404, "session-not-found");
    }

    @ParameterizedTest
    @CsvSource({
        "status,done,400,malformed",
        "status,,400,malformed",
        "cursor,x,400,malformed",
        "limit,0,400,out-of-range",
        "runId,' a',422,invalid-id",
        "agentId,' a',422,invalid-id",
        "namespace,' a',422,invalid-id"
    })
    void invalidParameterIsRefused(String name, String value, int status, String code) {
        find(name, value == null ? "" : value).problem(status, code);
    }
}
