package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import dev.coppice.support.LimitedServer;
import dev.coppice.support.ModelEndpoint;
import dev.coppice.support.ModelScript;
import dev.coppice.support.SharedServer;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compaction of the middle of a history by a summarizer, on request and automatically above the threshold. */
@DatabaseNeutral
@ExtendWith(LimitedServer.class)
@ResourceLock(SharedServer.MODEL)
@Order(IndexApi.FIRST)
class CompactIT extends CompactionApi {
    private static final String COMPACTIONS = "/v1/sessions/{}/compactions";
    private static final Duration SOON = Duration.ofMinutes(1);

    private static long tokens(String session) {
        return get(session).number("/tokens");
    }

    @Test
    void middleIsSummarizedWithoutModel() {
        var id = sessionWithCompaction("");
        talk(id, 0, 30);
        var before = tokens(id);
        var outcome = compact(id).expect(200);
        assertTrue(outcome.json().path("compacted").asBoolean());
        assertEquals("m2", outcome.at("/compaction/fromMessageId"));
        var summary = outcome.at("/compaction/summary");
        int at = -1;
        for (var section : List.of("Topic", "Key Points", "Current State", "Open Items")) {
            assertTrue(summary.indexOf(section) > at, summary);
            at = summary.indexOf(section);
        }
        assertTrue(summary.contains("hazel"), summary);
        var path = path(id);
        assertEquals(List.of("m0", "m1", "compaction_" + outcome.at("/compaction/id")), path.subList(0, 3));
        assertEquals("m29", path.get(path.size() - 1));
        assertTrue(path.size() <= 3 + 3, path.toString());
        assertTrue(tokens(id) < before);
        assertEquals(history(id).number("/tokens"), tokens(id));
        assertEquals(before, api().get(HISTORY, id).query("raw", true).send().number("/tokens"));
    }

    @Test
    void secondCompactionReplacesSummary() {
        var id = sessionWithCompaction("");
        talk(id, 0, 20);
        var first = compact(id).expect(200);
        talk(id, 20, 40);
        var second = compact(id).expect(200);
        assertTrue(second.json().path("compacted").asBoolean());
        assertEquals("m2", second.at("/compaction/fromMessageId"));
        assertEquals(
                1, path(id).stream().filter(m -> m.startsWith("compaction_")).count());
        assertTrue(second.number("/compaction/messages") > first.number("/compaction/messages"));
        var listed = api().get(COMPACTIONS, id).send().expect(200);
        assertEquals(List.of("true", "false"), listed.all("/items", "superseded"));
        assertEquals(history(id).number("/tokens"), tokens(id));
        assertEquals(
                40,
                api().get(HISTORY, id)
                        .query("raw", true)
                        .send()
                        .json()
                        .path("messages")
                        .size());
    }

    @Test
    void compactionWithoutWorkReturnsReason() {
        var id = sessionWithCompaction("");
        assertEquals("too-few-messages", compact(id).expect(200).at("/reason"));
        talk(id, 0, 4);
        assertFalse(compact(id).expect(200).json().path("compacted").asBoolean());
        var plain = sessionWithMessages(10);
        assertEquals("empty-middle", compact(plain).expect(200).at("/reason"));
        compact(unique("s")).problem(404, "session-not-found");
        api().post(COMPACT, plain).json("{\"leafId\":\"nobody\"}").send().problem(404, "message-not-found");
        api().post(COMPACT, plain).json("{\"x\":1}").send().problem(400, "unknown-field");
    }

    /** Defaults: the first three messages are protected, and a tail of 20,000 tokens, at least two messages. */
    @Test
    void sessionWithoutAgentUsesDefaults() {
        var many = session();
        for (int i = 0; i < 10; i++) {
            append(many, message("m" + i, "The hazel is cut. ".repeat(1000).strip()))
                    .expect(201);
        }
        var outcome = compact(many).expect(200);
        assertEquals("m3", outcome.at("/compaction/fromMessageId"));
        assertEquals("m6", outcome.at("/compaction/toMessageId"));
        assertTrue(outcome.at("/compaction/summary").contains("## Key Points"), outcome.text());
        var large = session();
        for (int i = 0; i < 6; i++) {
            append(large, message("m" + i, "The hazel is cut. ".repeat(5000).strip()))
                    .expect(201);
        }
        assertEquals("m3", compact(large).expect(200).at("/compaction/toMessageId"));
        api().patch(SESSION, large).json("{\"compactAfter\":1000}").send().expect(200);
        assertNotNull(talk(large, 10, 12, "compaction", "sync").at("/compaction/id"));
    }

    @Test
    void runningOrFailedCompactionDoesNotChangeSession() {
        var gate = new Gate();
        SharedServer.model().play(gate.answering(" "));
        var id = sessionWithCompaction(",'summarizer':'llm'");
        talk(id, 0, 20);
        var before = get(id);
        var running = CompletableFuture.supplyAsync(() -> compact(id));
        Gate.await(gate.asked());
        assertEquals(before.etag(), get(id).etag());
        gate.open().countDown();
        running.join().problem(502, "summarizer-failed");
        assertEquals(before.etag(), get(id).etag());
        assertEquals(before.text(), get(id).text());
    }

    @Test
    void otherBranchMayBeCompacted() {
        var id = sessionWithCompaction("");
        talk(id, 0, 20);
        appendUnder(id, "m1", message("b1", "a branch")).expect(201);
        var outcome =
                api().post(COMPACT, id).json("{\"leafId\":\"m19\"}").send().expect(200);
        assertTrue(outcome.json().path("compacted").asBoolean());
        assertEquals(List.of("m0", "m1", "b1"), path(id));
        assertTrue(path(id, "m19").contains("compaction_" + outcome.at("/compaction/id")));
        assertEquals(history(id).number("/tokens"), tokens(id));
    }

    @Test
    void toolCallsAreNotSeparatedFromResults() {
        var id = sessionWithCompaction("");
        talk(id, 0, 10);
        append(
                        id,
                        "{\"id\":\"c\",\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"t1\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]}",
                        "{\"id\":\"r\",\"role\":\"tool\",\"tool_call_id\":\"t1\",\"content\":\"done\"}")
                .expect(201);
        talk(id, 10, 12);
        api().post(COMPACTIONS, id)
                .json(Json.object("fromMessageId", "m3", "toMessageId", "c", "summary", "S"))
                .send()
                .problem(422, "invalid-range");
        api().post(COMPACTIONS, id)
                .json(Json.object("fromMessageId", "r", "toMessageId", "m10", "summary", "S"))
                .send()
                .problem(422, "invalid-range");
        api().post(COMPACTIONS, id)
                .json(Json.object("fromMessageId", "m3", "toMessageId", "r", "summary", "S"))
                .send()
                .expect(201);
        compact(id).expect(200);
        var path = path(id);
        assertEquals(path.contains("c"), path.contains("r"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "null",
                "1",
                "'m1'",
                "{",
                "{} {}",
                "{'leafId':1}",
                "{'leafId':['m1']}",
                "{'leafId':''}",
                "{'leafId':'m1','leafId':'m2'}",
                "{'leafId':'\\ud800'}",
                "{'leafid':'m1'}"
            })
    void invalidRequestIsRefused(String body) {
        var id = sessionWithCompaction("");
        talk(id, 0, 20);
        assertRefused(api().post(COMPACT, id).json(body.replace('\'', '"')).send());
        assertEquals(20, path(id).size());
        api().post(COMPACT, id).json("{\"leafId\":null}").send().expect(200);
    }

    @Test
    void splitSessionIsNotCompacted() {
        var id = sessionWithCompaction("");
        talk(id, 0, 20);
        var compactionId = compact(id).expect(200).at("/compaction/id");
        api().post(SESSION + "/split", id).json("{\"summary\":\"S\"}").send().expect(201);
        compact(id).problem(409, "session-ended");
        CompactionsIT.compact(id, "m0", "m1", "S").problem(409, "session-ended");
        api().delete(COMPACTIONS + "/{}", id, compactionId).send().problem(409, "session-ended");
        assertTrue(path(id).contains("compaction_" + compactionId));
    }

    @Test
    void modelUpdatesItsSummary() {
        var model = SharedServer.model()
                .play(ModelScript.answer("## Topic\nHazel."), ModelScript.answer("## Topic\nMore hazel."));
        var id = sessionWithCompaction(",'summarizer':'llm'");
        talk(id, 0, 20);
        assertEquals("## Topic\nHazel.", compact(id).expect(200).at("/compaction/summary"));
        talk(id, 20, 40);
        assertEquals("## Topic\nMore hazel.", compact(id).expect(200).at("/compaction/summary"));
        var second = model.asked().get(1).body();
        assertTrue(second.contains("Hazel."), second);
        assertFalse(second.contains("Message 3:"), second);
        assertTrue(second.contains("Message 21:"), second);
    }

    @Test
    void summaryTargetIsOneFifthAndAtLeastHundredTokens() {
        var model = SharedServer.model().play(ModelScript.answer("Hazel."));
        for (int messages : new int[] {20, 120}) {
            var id = sessionWithCompaction(",'summarizer':'llm'");
            talk(id, 0, messages);
            long before = compact(id).expect(200).number("/compaction/tokensBefore");
            var asked = model.asked().get(model.asked().size() - 1).body();
            assertTrue(asked.contains("in about " + Math.max(100, before / 5) + " tokens"), asked);
        }
    }

    /** A fifth of these tokens would exceed the length limit of a summary. */
    @Test
    void summaryOfLongMiddleFitsLimit() {
        var id = sessionWithCompaction("");
        talk(id, 0, 2);
        var random = new Random(5);
        for (int i = 2; i < 8; i++) {
            var words = new StringBuilder();
            for (int word = 0; word < 20_000; word++) {
                words.append(Long.toString(random.nextLong(1_000_000_000), 36)).append(word % 9 == 0 ? ". A" : " ");
            }
            append(id, message("m" + i, words.toString())).expect(201);
        }
        talk(id, 8, 10);
        var summary = compact(id).expect(200).at("/compaction/summary");
        assertTrue(summary.length() > 50_000, summary.length() + " characters");
    }

    /** The number of log lines about a session that stays above its threshold. */
    private static long thresholdWarnings(String session) {
        return LimitedServer.server()
                .log()
                .lines()
                .filter(line -> line.contains("stays longer than its threshold") && line.contains("/" + session + ":"))
                .count();
    }

    /** On a server without other compactions: of all sessions together, five such lines are logged in a minute. */
    @Test
    void sessionAboveThresholdIsLoggedOnceUntilCompacted() {
        var api = LimitedServer.api();
        var agent = unique("agent");
        declare(api, agent, "'compaction':{" + SMALL + ",'compactAfter':300,'mode':'sync'},")
                .expect(201);
        var id = unique("s");
        api.post("/v1/sessions")
                .json(Json.object("id", id, "agent", agent))
                .send()
                .expect(201);
        append(api, id, batch(message("long", "word ".repeat(300).strip())));
        assertEquals(1, thresholdWarnings(id));
        append(api, id, talk(0, 2));
        assertEquals(1, thresholdWarnings(id));
        api.delete(MESSAGE, id, "long").send().expect(204);
        assertNotNull(append(api, id, talk(2, 20)).at("/compaction/id"));
        append(api, id, batch(message("again", "word ".repeat(300).strip())));
        assertEquals(2, thresholdWarnings(id));
    }

    private static HttpAnswer append(Api api, String session, String batch) {
        return api.post(MESSAGES, session).json(batch).send().expect(201);
    }

    @Test
    void failingModelLeavesSessionUnchanged() {
        var id = sessionWithCompaction(",'summarizer':'llm'");
        talk(id, 0, 20);
        for (var script : List.of(ModelScript.status(500), ModelScript.answer("  "), ModelScript.body("garbage"))) {
            SharedServer.model().play(script);
            var before = history(id).text();
            var failed = compact(id).problem(502, "summarizer-failed");
            assertFalse(failed.text().contains(ModelEndpoint.KEY));
            assertFalse(failed.text().contains("Exception"), failed.text());
            assertEquals(before, history(id).text());
        }
        var unknown = sessionWithCompaction(",'summarizer':'nobody'");
        talk(unknown, 0, 20);
        compact(unknown).problem(502, "summarizer-failed");
    }

    @Test
    void anyTextOfModelIsStoredAsSummary() {
        var id = sessionWithCompaction(",'summarizer':'llm'");
        talk(id, 0, 20);
        var strangeText = "{\"messages\":[{\"role\":\"system\"}]} \u0000\u202e ## <b>\ud83c\udf33 compaction_x";
        SharedServer.model().play(ModelScript.answer(strangeText));
        assertEquals(strangeText, compact(id).expect(200).at("/compaction/summary"));
        assertTrue(history(id).all("/messages", "role").stream().noneMatch("system"::equals));
        assertEquals(history(id).number("/tokens"), tokens(id));
    }

    @Test
    void tooLongSlowOrBrokenModelAnswerIsRefused() {
        var id = sessionWithCompaction(",'summarizer':'llm'");
        talk(id, 0, 20);
        var before = history(id).text();
        for (var script : List.of(
                ModelScript.answer("x".repeat(100_001)),
                ModelScript.huge(8 << 20),
                ModelScript.cut(),
                ModelScript.cutOff(""),
                ModelScript.hang(),
                ModelScript.retryAfter(429, "99999999999999999999"),
                ModelScript.retryAfter(503, "-1"),
                ModelScript.retryAfter(429, "Fri, 31 Dec 9999 23:59:59 GMT"))) {
            SharedServer.model().play(script);
            long began = System.nanoTime();
            compact(id).problem(502, "summarizer-failed");
            assertTrue(Duration.ofNanos(System.nanoTime() - began).toSeconds() < 60);
            assertEquals(before, history(id).text());
        }
        SharedServer.model().play(ModelScript.answer("At last."));
        compact(id).expect(200);
        assertFalse(SharedServer.server().log().contains(ModelEndpoint.KEY));
    }

    @Test
    void runningCompactionBlocksNoRequest() {
        var gate = new Gate();
        SharedServer.model().play(gate.answering("A summary."));
        var id = sessionWithCompaction(",'summarizer':'llm'");
        talk(id, 0, 20);
        var running = CompletableFuture.supplyAsync(() -> compact(id));
        Gate.await(gate.asked());
        talk(id, 20, 22);
        compact(id).problem(409, "compaction-conflict");
        gate.open().countDown();
        assertTrue(running.join().expect(200).json().path("compacted").asBoolean());
        assertEquals("m21", path(id).get(path(id).size() - 1));
        assertEquals(history(id).number("/tokens"), tokens(id));
    }

    @Test
    void messageChangedDuringCompactionAbortsIt() {
        var gate = new Gate();
        SharedServer.model().play(gate.answering("A summary."));
        var id = sessionWithCompaction(",'summarizer':'llm'");
        talk(id, 0, 20);
        var running = CompletableFuture.supplyAsync(() -> compact(id));
        Gate.await(gate.asked());
        api().put(MESSAGE, id, "m5").json(message("m5", "changed")).send().expect(200);
        gate.open().countDown();
        running.join().problem(409, "compaction-conflict");
        assertEquals(20, path(id).size());
    }

    @Test
    void syncModeCompactsBeforeAppendReturns() {
        var id = sessionWithCompaction(",'compactAfter':200,'mode':'sync'");
        var first = talk(id, 0, 6);
        assertTrue(first.json().path("compaction").isMissingNode());
        var second = talk(id, 6, 20);
        assertNotNull(second.at("/compaction/id"), second.text());
        assertTrue(tokens(id) <= 250, tokens(id) + " tokens");
        assertEquals(
                1, path(id).stream().filter(m -> m.startsWith("compaction_")).count());
    }

    @Test
    void asyncModeCompactsAfterAppendReturns() {
        var id = sessionWithCompaction(",'compactAfter':200");
        talk(id, 0, 20);
        Await.until(
                "the session is compacted", SOON, () -> path(id).stream().anyMatch(m -> m.startsWith("compaction_")));
        assertEquals(history(id).number("/tokens"), tokens(id));
    }

    @Test
    void appendMayRequestSyncCompaction() {
        var id = sessionWithCompaction(",'compactAfter':200");
        assertNotNull(talk(id, 0, 20, "compaction", "sync").at("/compaction/id"));
        api().post(MESSAGES, id)
                .query("compaction", "now")
                .json(batch(message("x", "x")))
                .send()
                .problem(400, "malformed");
    }

    @Test
    void sessionMayHaveOwnThreshold() {
        var id = sessionWithCompaction("");
        api().patch(SESSION, id).json("{\"compactAfter\":150}").send().expect(200);
        assertEquals(150, get(id).number("/compactAfter"));
        assertNotNull(talk(id, 0, 20, "compaction", "sync").at("/compaction/id"));
        api().patch(SESSION, id).json("{\"compactAfter\":null}").send().expect(200);
        assertTrue(
                talk(id, 20, 40, "compaction", "sync").json().path("compaction").isMissingNode());
    }

    @Test
    void onlyTokensAboveThresholdStartCompaction() {
        var probe = sessionWithCompaction("");
        talk(probe, 0, 20);
        var threshold = tokens(probe);
        var atThreshold = sessionWithCompaction("");
        api().patch(SESSION, atThreshold)
                .json(Json.object("compactAfter", threshold))
                .send()
                .expect(200);
        assertTrue(talk(atThreshold, 0, 20, "compaction", "sync")
                .json()
                .path("compaction")
                .isMissingNode());
        assertEquals(threshold, tokens(atThreshold));
        var aboveThreshold = sessionWithCompaction("");
        api().patch(SESSION, aboveThreshold)
                .json(Json.object("compactAfter", threshold - 1))
                .send()
                .expect(200);
        assertNotNull(talk(aboveThreshold, 0, 20, "compaction", "sync").at("/compaction/id"));
    }

    @Test
    void promptTokensCountTowardThreshold() {
        var agent = agentWith(
                "'compaction':{" + SMALL + ",'compactAfter':400},",
                "{'label':'soul','provider':{'type':'text'},'content':'" + "word ".repeat(300) + "'}");
        var id = sessionOf(agent, null);
        assertTrue(
                talk(id, 0, 8, "compaction", "sync").json().path("compaction").isMissingNode());
        prompt(id);
        assertNotNull(talk(id, 8, 10, "compaction", "sync").at("/compaction/id"));
    }

    @Test
    void appendSucceedsIfSummarizerFails() {
        SharedServer.model().play(ModelScript.status(500));
        var id = sessionWithCompaction(",'summarizer':'llm','compactAfter':200,'mode':'sync'");
        var appended = talk(id, 0, 20);
        assertTrue(appended.json().path("compaction").isMissingNode());
        assertEquals(20, path(id).size());
        talk(id, 20, 22);
        assertEquals(1, SharedServer.model().asked().size(), "the summarizer is not retried at once");
    }

    @Test
    void compactionRefreshesPrompt() {
        var agent = agentWith("'compaction':{" + SMALL + "},", "{'label':'memory'}");
        var id = sessionOf(agent, null);
        talk(id, 0, 20);
        prompt(id);
        write(id, "memory", "learned").expect(200);
        assertFalse(promptOf(id).contains("learned"));
        compact(id).expect(200);
        assertTrue(promptOf(id).contains("learned"));
        assertFalse(prompt(id).json().path("stale").asBoolean());
    }

    @Test
    void compactionWithIdempotencyKeyIsDoneOnce() {
        var id = sessionWithCompaction("");
        talk(id, 0, 20);
        var call = api().post(COMPACT, id).header("Idempotency-Key", "once");
        var first = call.send().expect(200);
        talk(id, 20, 40);
        var replayed = call.send().expect(200);
        assertEquals(first.text(), replayed.text());
        assertEquals("true", replayed.header("Idempotency-Replayed"));
    }

    @Test
    void olderToolOutputsAreTruncatedOnRequestOnly() {
        var id = session();
        var part =
                "{\"type\":\"tool-read\",\"toolCallId\":\"t\",\"state\":\"output-available\",\"input\":{},\"output\":\"%s\"}";
        var tool = "{\"id\":\"t0\",\"role\":\"assistant\",\"parts\":[" + part.formatted("x".repeat(2000)) + "]}";
        append(id, tool).expect(201);
        appendMessages(id, 1, 8);
        var cut = api().get(HISTORY, id).query("toolOutputs", "truncate").send().expect(200);
        assertTrue(cut.text().contains("truncated 2000 chars"), cut.text());
        assertTrue(history(id).text().contains("x".repeat(2000)));
        api().get(HISTORY, id).query("toolOutputs", "all").send().problem(400, "malformed");
    }

    @Test
    void brokenToolPairsAreRepairedOnRequestOnly() {
        var id = session();
        append(
                        id,
                        "{\"id\":\"c\",\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"t1\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]}",
                        message("m1", "next"),
                        "{\"id\":\"r\",\"role\":\"tool\",\"tool_call_id\":\"t9\",\"content\":\"late\"}")
                .expect(201);
        var plain = history(id);
        assertEquals(List.of("c", "m1", "r"), plain.all("/messages", "id"));
        assertTrue(plain.json().path("diagnostics").isMissingNode());
        var repaired = api().get(HISTORY, id).query("pairs", "repair").send().expect(200);
        assertEquals(List.of("call-without-result", "result-without-call"), repaired.all("/diagnostics", "kind"));
        assertEquals("t1", repaired.at("/messages/1/tool_call_id"));
        assertEquals(3, repaired.json().path("messages").size());
    }
}
