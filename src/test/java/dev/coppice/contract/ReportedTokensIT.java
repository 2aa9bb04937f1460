package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Await;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import dev.coppice.support.SharedServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Automatic compaction by the number of tokens that the client reports for its model calls. */
class ReportedTokensIT extends CompactionApi {
    private static final String REPORTED = ",'compactBy':'reported','compactAfter':1000,'mode':'sync'";

    /** A session with 20 messages that compares reported tokens; its estimate is far below the threshold. */
    private static String reportingSession() {
        var id = sessionWithCompaction(REPORTED);
        talk(id, 0, 20);
        return id;
    }

    private static HttpAnswer report(String session, long inputTokens) {
        return api().post(SESSION + "/usage", session)
                .json(Json.object("inputTokens", inputTokens, "outputTokens", 7))
                .send()
                .expect(200);
    }

    private static long summaries(String session) {
        return path(session).stream().filter(id -> id.startsWith("compaction_")).count();
    }

    private static String contextTokens(String session) {
        return get(session).at("/contextTokens");
    }

    private static void patch(String session, String patch) {
        api().patch(SESSION, session).json(patch.replace('\'', '"')).send().expect(200);
    }

    @Test
    void reportAboveThresholdCompactsBeforeResponse() {
        var id = reportingSession();
        report(id, 1000);
        assertEquals("1000", contextTokens(id));
        assertEquals(0, summaries(id), "the threshold itself is not exceeded");
        report(id, 1001);
        assertEquals(1, summaries(id));
        CompactionsIT.assertTokensAgree(id);
    }

    @Test
    void reportIsUnknownAfterCompaction() {
        var id = reportingSession();
        report(id, 1001);
        assertNull(contextTokens(id));
        var compacted = path(id).get(2);
        talk(id, 20, 40);
        assertEquals(compacted, path(id).get(2), "an old number starts no compaction");
        report(id, 400);
        assertEquals("400", contextTokens(id));
        assertEquals(compacted, path(id).get(2));
        report(id, 5000);
        assertEquals(1, summaries(id));
        assertEquals("m38", path(id).get(3), "the summary was updated");
    }

    @Test
    void appendAfterReportAboveThresholdCompacts() {
        var id = reportingSession();
        patch(id, "{'compactAfter':10000}");
        report(id, 5000);
        patch(id, "{'compactAfter':1000}");
        assertNotNull(talk(id, 20, 22).at("/compaction/id"));
        assertNull(contextTokens(id));
    }

    @Test
    void asyncReportCompactsAfterResponse() {
        var id = sessionWithCompaction(",'compactBy':'reported','compactAfter':1000");
        talk(id, 0, 20);
        report(id, 1001);
        Await.until("the session is compacted", Duration.ofSeconds(60), () -> summaries(id) == 1);
    }

    @Test
    void estimateIgnoresReports() {
        var id = sessionWithCompaction(",'compactAfter':1000,'mode':'sync'");
        talk(id, 0, 20);
        report(id, 1_000_000);
        assertEquals(0, summaries(id));
        assertEquals(get(id).at("/tokens"), contextTokens(id));
        patch(id, "{'compactBy':'reported'}");
        assertEquals("1000000", contextTokens(id), "the report is kept, whatever is compared");
        assertNotNull(talk(id, 20, 22).at("/compaction/id"));
    }

    @Test
    void longHistoryWithoutReportIsNotCompacted() {
        var id = sessionWithCompaction(",'compactBy':'reported','compactAfter':100,'mode':'sync'");
        talk(id, 0, 20);
        assertEquals(0, summaries(id));
        assertNull(contextTokens(id));
        patch(id, "{'compactBy':'estimate'}");
        assertEquals(get(id).at("/tokens"), contextTokens(id));
        assertNotNull(talk(id, 20, 22).at("/compaction/id"));
        patch(id, "{'compactBy':null}");
        assertNull(get(id).at("/compactBy"));
        assertNull(contextTokens(id), "the agent's kind is in effect again");
    }

    @Test
    void estimateIncludesFrozenPrompt() {
        var agent = agentWith(
                "'compaction':{" + SMALL + "},",
                "{'label':'soul','provider':{'type':'text'},'content':'You are a gardener.'}");
        var id = sessionOf(agent, null);
        talk(id, 0, 2);
        long before = get(id).number("/contextTokens");
        assertEquals(get(id).number("/tokens"), before);
        prompt(id);
        assertTrue(get(id).number("/contextTokens") > before);
    }

    @Test
    void onlyInputTokensOfAddedUsageAreReports() {
        var id = reportingSession();
        report(id, 300);
        for (var usage : List.of("{'outputTokens':5000}", "{'cost':1}", "{'inputTokens':0,'outputTokens':1}")) {
            api().post(SESSION + "/usage", id)
                    .json(usage.replace('\'', '"'))
                    .send()
                    .expect(200);
        }
        RunApi.saveRun(id, "r", "{'status':'running','usage':{'inputTokens':9000}}")
                .expect(201);
        assertEquals("300", contextTokens(id));
        assertEquals(9300, get(id).number("/usage/inputTokens"));
        assertEquals(0, summaries(id));
    }

    @Test
    void changedHistoryMakesReportUnknown() {
        var id = reportingSession();
        report(id, 300);
        var summary = CompactionsIT.addSummary(id, "m4", "m6", "By hand.");
        assertNull(contextTokens(id));
        report(id, 200);
        api().delete(CompactionsIT.COMPACTIONS + "/{}", id, summary.substring("compaction_".length()))
                .send()
                .expect(204);
        assertNull(contextTokens(id));
        report(id, 300);
        api().delete(MESSAGE, id, "m4").send().expect(204);
        assertEquals("300", contextTokens(id), "a deleted message is part of what the model has read");
        api().post(SESSION + "/clear", id).send().expect(200);
        assertNull(contextTokens(id));
    }

    @Test
    void forkAndSuccessorStartWithoutReport() {
        var id = reportingSession();
        report(id, 300);
        var fork = ForkApi.fork(id, null).expect(201);
        assertNull(fork.at("/contextTokens"));
        assertNull(contextTokens(fork.at("/id")));
        var successor = api().post(SESSION + "/split", id)
                .json("{\"summary\":\"S\"}")
                .send()
                .expect(201);
        assertNull(successor.at("/contextTokens"));
        assertEquals("300", contextTokens(id));
        report(id, 5000);
        assertEquals(0, summaries(id), "an ended session is not compacted");
    }

    @Test
    void listShowsTheNumberThatIsCompared() {
        var user = unique("user");
        var agent = agentWith("'compaction':{" + SMALL + REPORTED + "},");
        var reporting = sessionOf(agent, user);
        var estimating = sessionOf(agent(), user);
        var overriding = sessionOf(agent, user);
        patch(overriding, "{'compactBy':'estimate'}");
        var alone = sessionOf(null, user);
        for (var id : List.of(reporting, estimating, overriding, alone)) {
            talk(id, 0, 2);
            report(id, 77);
        }
        var listed = api().get("/v1/sessions").query("userId", user).send().expect(200);
        var tokens = get(alone).at("/tokens");
        assertEquals(List.of(alone, overriding, estimating, reporting), listed.all("/items", "id"));
        assertEquals(List.of(tokens, tokens, tokens, "77"), listed.all("/items", "contextTokens"));
        for (int i = 0; i < 4; i++) {
            assertEquals(
                    get(listed.at("/items/" + i + "/id")).json(), listed.json().at("/items/" + i));
        }
    }

    @Test
    @ResourceLock(SharedServer.MODEL)
    void reportDuringCompactionStartsNoSecondOne() {
        var gate = new Gate();
        SharedServer.model().play(gate.answering("A summary."));
        var id = sessionWithCompaction(",'compactBy':'reported','compactAfter':1000,'summarizer':'llm'");
        talk(id, 0, 20);
        report(id, 1001);
        Gate.await(gate.asked());
        report(id, 1100);
        assertEquals("1100", contextTokens(id));
        gate.open().countDown();
        Await.until("the session is compacted", Duration.ofSeconds(60), () -> summaries(id) == 1);
        assertNull(contextTokens(id), "the model has not seen the summary yet");
        assertEquals(1, SharedServer.model().asked().size());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'compactBy':'guess'}",
                "{'compactBy':'ESTIMATE'}",
                "{'compactBy':1}",
                "{'compactBy':['estimate']}"
            })
    void invalidKindIsRefused(String body) {
        var json = body.replace('\'', '"');
        var id = session();
        assertRefused(api().patch(SESSION, id).json(json).send());
        assertRefused(api().post("/v1/sessions").json(json).send());
        assertRefused(api().put(AGENT, unique("agent"))
                .json("{\"compaction\":" + json + "}")
                .send());
        assertNull(get(id).at("/compactBy"));
    }

    @Test
    void failedSummaryKeepsReportAndUsage() {
        var id = sessionWithCompaction(REPORTED + ",'summarizer':'nobody'");
        talk(id, 0, 20);
        assertEquals(1001, report(id, 1001).number("/inputTokens"));
        assertEquals(0, summaries(id));
        assertEquals("1001", contextTokens(id));
    }
}
