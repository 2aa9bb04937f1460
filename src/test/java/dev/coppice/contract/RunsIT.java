package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Await;
import dev.coppice.support.Databases;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import dev.coppice.support.SharedServer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Saves and reads of runs: status changes, versions, validation, permissions and deletion. */
class RunsIT extends RunApi {

    @Test
    void runIsReadAsSaved() {
        var id = session();
        var saved = saveRun(
                id,
                "r1",
                """
                {"status":"paused","agentId":"gardener","checkpoint": { "n" : 1.500e9 },
                "requirements":[{"type":"confirmation","question":"Fell it?","confirmed":null},
                {"type":"tool-result","toolCallId":"c1","arguments":{"deep":[1]}},
                {"type":"input","fields":[{"name":"age","schema":{"type":"integer"}}]}],
                "usage":{"inputTokens":10,"cost":0.5}}""");
        saved.expect(201);
        assertEquals("\"1\"", saved.etag());
        assertEquals("paused", saved.at("/status"));
        var run = run(id, "r1").expect(200);
        assertEquals("\"1\"", run.etag());
        assertEquals(
                List.of("r1", id, "", "gardener", "paused"),
                List.of(
                        run.at("/runId"),
                        run.at("/sessionId"),
                        run.at("/namespace"),
                        run.at("/agentId"),
                        run.at("/status")));
        assertTrue(run.text().contains("\"checkpoint\":{ \"n\" : 1.500e9 }"), run.text());
        assertEquals("Fell it?", run.at("/requirements/0/question"));
        assertEquals("1", run.at("/requirements/1/arguments/deep/0"));
        assertEquals("integer", run.at("/requirements/2/fields/0/schema/type"));
        assertEquals(10, run.number("/usage/inputTokens"));
        assertEquals("0.5", run.at("/usage/cost"));
    }

    @Test
    void listSaysWhatRunsWaitFor() {
        var id = session();
        var run = unique("r");
        saveRun(
                        id,
                        run,
                        "{'status':'paused','requirements':[{'type':'input','fields':[{'name':'a','type':'x'}]},"
                                + "{'type':'confirmation','details':{'type':'tool-result'}},"
                                + "{'type':'input','fields':[{'name':'b'}]}]}")
                .expect(201);
        assertEquals(
                "[\"input\",\"confirmation\"]", waitsFor(api().get(RUNS, id).send()));
        assertEquals(
                "[\"input\",\"confirmation\"]",
                waitsFor(api().get(ALL_RUNS).query("runId", run).send()));
        saveRun(id, run, "{'status':'cancelled'}").expect(200);
        assertEquals(
                "[\"input\",\"confirmation\"]", waitsFor(api().get(RUNS, id).send()));
        var saved = saveRun(id, run, "{'status':'running','requirements':[]}").expect(200);
        assertEquals("[]", saved.json().at("/waitsFor").toString());
        assertEquals("[]", waitsFor(api().get(RUNS, id).send()));
        assertEquals("[]", run(id, run).json().at("/waitsFor").toString());
    }

    private static String waitsFor(HttpAnswer page) {
        return page.expect(200).json().at("/items/0/waitsFor").toString();
    }

    @Test
    void saveKeepsOmittedMembers() {
        var id = session();
        saveRun(
                        id,
                        "r",
                        "{'status':'paused','agentId':'a','checkpoint':[1],'requirements':[{'type':'confirmation'}],"
                                + "'usage':{'inputTokens':7}}")
                .expect(201);
        saveRun(id, "r", "{'status':'cancelled'}").expect(200);
        var run = run(id, "r");
        assertEquals(
                "cancelled a [1] 7",
                "%s %s %s %s"
                        .formatted(
                                run.at("/status"),
                                run.at("/agentId"),
                                run.json().path("checkpoint"),
                                run.at("/usage/inputTokens")));
        saveRun(id, "r", "{'status':'running','checkpoint':null,'requirements':null,'agentId':null,'usage':null}")
                .expect(200);
        run = run(id, "r");
        assertNull(run.at("/checkpoint"));
        assertEquals("confirmation", run.at("/requirements/0/type"));
        assertEquals("a", run.at("/agentId"));
        assertEquals(7, run.number("/usage/inputTokens"));
    }

    @Test
    void unknownRunIsNotFound() {
        var id = session();
        run(id, "none").problem(404, "run-not-found");
        run(unique("s"), "r").problem(404, "session-not-found");
        saveRun(unique("s"), "r", "{'status':'running'}").problem(404, "session-not-found");
        api().get(RUNS, unique("s")).send().problem(404, "session-not-found");
    }

    @Test
    void createParameterCreatesSession() {
        var id = unique("s");
        api().put(RUN, id, "r")
                .query("create", true)
                .json("{\"status\":\"running\"}")
                .send()
                .expect(201);
        api().head(SESSION, id).send().expect(200);
        run(id, "r").expect(200);
    }

    @Test
    void runIdsAreUniquePerSession() {
        var one = session();
        var other = session();
        saveRun(one, "r", "{'status':'running','checkpoint':1}").expect(201);
        saveRun(other, "r", "{'status':'running','checkpoint':2}").expect(201);
        assertEquals("1", run(one, "r").at("/checkpoint"));
        assertEquals("2", run(other, "r").at("/checkpoint"));
    }

    @ParameterizedTest
    @CsvSource({
        "running,running", "running,paused", "running,error", "running,cancelled", "running,completed",
        "paused,running", "paused,paused", "paused,error", "paused,cancelled", "paused,completed",
        "error,running", "error,paused", "error,error", "error,cancelled", "error,completed",
        "cancelled,running", "cancelled,paused", "cancelled,error", "cancelled,cancelled", "cancelled,completed"
    })
    void incompleteRunCanChangeToAnyStatus(String from, String to) {
        var id = session();
        saveRun(id, "r", "{'status':'%s'}".formatted(from)).expect(201);
        saveRun(id, "r", "{'status':'%s','checkpoint':1}".formatted(to)).expect(200);
        assertEquals(to, run(id, "r").at("/status"));
        assertEquals("1", run(id, "r").at("/checkpoint"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'status':'running'}",
                "{'status':'cancelled'}",
                "{'status':'completed','checkpoint':2}",
                "{'status':'completed','checkpoint':null}",
                "{'status':'completed','agentId':'b'}",
                "{'status':'completed','usage':{'inputTokens':8}}",
                "{'status':'completed','requirements':[]}"
            })
    void completedRunIsFinal(String save) {
        var id = session();
        saveRun(id, "r", "{'status':'completed','agentId':'a','checkpoint':{'a':1.0},'usage':{'inputTokens':7}}")
                .expect(201);
        var run = run(id, "r");
        var session = get(id).text();
        saveRun(id, "r", save).problem(409, "run-final");
        assertEquals(run.text(), run(id, "r").text());
        assertEquals(session, get(id).text());
    }

    @Test
    void completedRunRefusesNewMessages() {
        var id = session();
        saveRun(id, "r", withMessages("\"status\":\"completed\"", "m1")).expect(201);
        saveRun(id, "r", withMessages("\"status\":\"completed\"", "m1", "m2")).problem(409, "run-final");
        assertEquals(List.of("m1"), path(id));
    }

    @Test
    void identicalSaveIsAcknowledgedWithoutWrite() {
        var id = session();
        var save = withMessages(
                "\"status\":\"completed\",\"agentId\":\"a\",\"checkpoint\":{\"a\":[1e2],\"b\":2},"
                        + "\"usage\":{\"inputTokens\":5,\"cost\":0.10}",
                "m1",
                "m2");
        saveRun(id, "r", save).expect(201);
        var session = get(id).text();
        var again = saveRun(id, "r", save).expect(200);
        assertEquals("\"1\"", again.etag());
        assertEquals(0, again.json().path("appended").size());
        saveRun(id, "r", save.replace("{\"a\":[1e2],\"b\":2}", "{\"b\":2.0, \"a\":[100]}"))
                .expect(200);
        saveRun(id, "r", "{'status':'completed'}").expect(200);
        assertEquals(session, get(id).text());
        assertEquals("\"1\"", run(id, "r").etag());
    }

    @Test
    void saveIsConditionalOnVersion() {
        var id = session();
        var first = api().put(RUN, id, "r").header("If-None-Match", "*").json("{\"status\":\"running\"}");
        first.send().expect(201);
        first.send().problem(412, "stale-version");
        var second = api().put(RUN, id, "r").header("If-Match", "\"1\"").json("{\"status\":\"paused\"}");
        assertEquals("\"2\"", second.send().expect(200).etag());
        second.send().problem(412, "stale-version");
        api().put(RUN, id, "r2")
                .header("If-Match", "\"1\"")
                .json("{\"status\":\"paused\"}")
                .send()
                .problem(412, "stale-version");
        api().put(RUN, id, "r2")
                .header("If-Match", "\"0\"")
                .json("{\"status\":\"paused\"}")
                .send()
                .expect(201);
    }

    @Test
    void saveChangesVersionOfSession() {
        var id = session();
        var before = get(id).etag();
        saveRun(id, "r", "{'status':'running'}").expect(201);
        assertNotEquals(before, get(id).etag());
    }

    /** Runs are stored even if the agent switches its other features off and retains one message. */
    @Test
    void incompleteRunIsStoredWhenAgentFeaturesAreOff() {
        var agent = unique("agent");
        api().put("/v1/agents/{}", agent)
                .json("{\"summary\":false,\"profile\":false,\"cachedPrompt\":false,\"maxMessages\":1}")
                .send()
                .expect(201);
        for (var status : List.of("running", "paused", "error", "cancelled")) {
            var id = unique("s");
            create(Json.object("id", id, "agent", agent, "maxMessages", 1)).expect(201);
            saveRun(id, "r", "{'status':'%s','checkpoint':{'step':3}}".formatted(status))
                    .expect(201);
            assertEquals("3", run(id, "r").expect(200).at("/checkpoint/step"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'status':'done'}",
                "{'status':'resumable'}",
                "{'status':'paused','requirements':{}}",
                "{'status':'paused','requirements':[1]}",
                "{'status':'paused','requirements':[{}]}",
                "{'status':'paused','requirements':[{'type':'prayer'}]}",
                "{'status':'paused','requirements':[{'type':7}]}",
                "{'status':'paused','requirements':[{'type':'tool-result'}]}",
                "{'status':'paused','requirements':[{'type':'tool-result','toolCallId':''}]}",
                "{'status':'paused','requirements':[{'type':'confirmation','confirmed':'yes'}]}",
                "{'status':'paused','requirements':[{'type':'input'}]}",
                "{'status':'paused','requirements':[{'type':'input','fields':[]}]}",
                "{'status':'paused','requirements':[{'type':'input','fields':[{'label':'x'}]}]}",
                "{'status':'paused','requirements':[{'type':'input','fields':['x']}]}",
                "{'status':'paused','checkpoint':{'a':1,'a':2}}"
            })
    void invalidSaveIsRefused(String json) {
        var id = session();
        assertRefused(saveRun(id, "r", json)).problem(422, "invalid");
        run(id, "r").problem(404, "run-not-found");
    }

    @Test
    void invalidRequirementIsReportedWithPointer() {
        var refused = saveRun(
                session(),
                "r",
                "{'status':'paused','requirements':[{'type':'confirmation'},{'type':'input','fields':[{'name':''}]}]}");
        assertEquals(
                "/requirements/1/fields/0/name", refused.problem(422, "invalid").at("/errors/0/pointer"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'status':'paused','colour':1}|400|unknown-field",
                "{'status':1}|400|malformed",
                "{'status':'paused','usage':{'inputTokens':-1}}|400|out-of-range",
                "{'status':'paused','usage':{'model':'m'}}|400|unknown-field",
                "{'status':'paused','usage':{'inputTokens':1.5}}|400|malformed",
                "{'status':'paused','usage':{'inputTokens':1e3}}|400|malformed",
                "{'status':'paused','usage':{'inputTokens':'7'}}|400|malformed",
                "{'status':'paused','usage':{'outputTokens':99999999999999999999}}|400|out-of-range",
                "{'status':'paused','usage':{'cost':-0.01}}|400|out-of-range",
                "{'status':'paused','usage':{'cost':1e18}}|400|out-of-range",
                "{'status':'paused','usage':{'cost':1e-19}}|400|out-of-range",
                "{'status':'paused','usage':[7]}|400|malformed",
                "{'status':'paused','agentId':''}|422|invalid-id",
                "{'status':'paused','messages':[{'role':'user','content':'x'}]}|422|invalid-message",
                "{'status':'paused','messages':[{'id':'m1'}]}|422|invalid-message",
                "{'status':'paused','messages':[{'id':'m1','role':'user','content':'x'}],'parentId':'none'}|404|unknown-parent",
                "[]|400|malformed"
            })
    void refusedSaveStoresNothing(String json, int status, String code) {
        var id = session();
        assertRefused(saveRun(id, "r", json)).problem(status, code);
        run(id, "r").problem(404, "run-not-found");
        assertEquals(0, get(id).number("/messageCount"));
    }

    @Test
    void sizesAreLimited() {
        var id = session();
        var large = Json.quote("x".repeat(4 << 20));
        saveRun(id, "r", "{\"status\":\"paused\",\"checkpoint\":" + large + "}").problem(413, "too-large");
        var ids =
                java.util.stream.IntStream.range(0, 1001).mapToObj(i -> "m" + i).toArray(String[]::new);
        saveRun(id, "r", withMessages("\"status\":\"paused\"", ids)).problem(413, "too-large");
        api().put(RUN, id, "a\u0001").json("{\"status\":\"paused\"}").send().problem(422, "invalid-id");
        api().put(RUN, id, "r").body("text/plain", Json.bytes("{}")).send().problem(415, "not-json");
    }

    @Test
    void runsAreConfinedToTenantAndNeedScope() {
        var id = session();
        saveRun(id, "r", "{'status':'paused'}").expect(201);
        var otherTenant = api().as(token(unique("t"), "write"));
        otherTenant.get(RUN, id, "r").send().problem(404, "session-not-found");
        saveRun(otherTenant, id, "r", "{'status':'paused'}").problem(404, "session-not-found");
        var reader = api().as(token("default", "read"));
        reader.get(RUN, id, "r").send().expect(200);
        saveRun(reader, id, "r", "{'status':'running'}").problem(403, "forbidden");
    }

    @Test
    void runsAreDeletedWithSession() {
        var id = session();
        saveRun(id, "r", withMessages("\"status\":\"paused\"", "m1")).expect(201);
        api().delete(SESSION, id).send().expect(204);
        assertEquals(
                List.of(),
                runIds(api().get(ALL_RUNS)
                        .query("runId", "r")
                        .query("agentId", id)
                        .send()));
        create(Json.object("id", id)).expect(201);
        run(id, "r").problem(404, "run-not-found");
        assertEquals(List.of(), runIds(api().get(RUNS, id).send()));
        saveRun(id, "r", withMessages("\"status\":\"paused\"", "m1")).expect(201);
        assertEquals(List.of("m1"), path(id));
    }

    @Test
    @EnabledIf("tablesAreOpen")
    void rowsOfDeletedSessionArePurged() throws SQLException {
        var id = session();
        var canary = unique("canary");
        for (int i = 0; i < 3; i++) {
            var ids = java.util.stream.IntStream.range(i * 300, i * 300 + 300)
                    .mapToObj(m -> "m" + m)
                    .toArray(String[]::new);
            saveRun(id, "r" + i, withMessages("\"status\":\"paused\",\"checkpoint\":\"" + canary + "\"", ids))
                    .expect(201);
        }
        var own = " from run where checkpoint like '%" + canary + "%'";
        var numbers = new ArrayList<String>();
        for (int i = 0; i < 3; i++) {
            numbers.add(String.valueOf(count("select id" + own + " and run_id = 'r" + i + "'")));
        }
        var keys = "select count(*) from run_message where run_pk in (" + String.join(", ", numbers) + ")";
        var leftover = "select count(*) from run_leftover where session_pk = " + count("select session_pk" + own);
        assertNotEquals(0, count(keys));
        api().delete(SESSION, id).send().expect(204);
        Await.until(
                "the rows are purged",
                Duration.ofMinutes(3),
                () -> count("select count(*)" + own) == 0 && count(keys) == 0 && count(leftover) == 0);
    }

    /** A session ends, for example, when it is split. */
    @Test
    @EnabledIf("tablesAreOpen")
    void endedSessionAcceptsSavesAndStateButNoNewMessages() throws SQLException {
        var id = session();
        saveRun(id, "r", withMessages("\"status\":\"running\"", "m1")).expect(201);
        try (var connection = Databases.connect(SharedServer.server());
                var end = connection.prepareStatement("update session set ended_at = 1 where session_id = ?")) {
            end.setString(1, id);
            assertEquals(1, end.executeUpdate());
        }
        saveRun(id, "r", withMessages("\"status\":\"completed\"", "m1", "m2")).problem(409, "session-ended");
        assertEquals("running", run(id, "r").at("/status"));
        saveRun(id, "r", withMessages("\"status\":\"completed\"", "m1")).expect(200);
        api().put(SESSION + "/values/{}", id, "k").json("1").send().expect(201);
        api().post(SESSION + "/values/{}/items", id, "l")
                .json("{\"items\":[1]}")
                .send()
                .expect(201);
        api().patch(SESSION + "/state", id).json("{\"a\":1}").send().expect(200);
        assertEquals(List.of("m1"), path(id));
    }

    private static long count(String sql) throws SQLException {
        try (var connection = Databases.connect(SharedServer.server());
                var statement = connection.createStatement();
                var row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    static boolean tablesAreOpen() {
        return Databases.areOnServer();
    }
}
