package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Compactions that the server plans ({@code dryRun}) and whose summary a program outside of the server writes. */
class ExternalCompactionIT extends CompactionApi {
    private static final String COMPACTIONS = CompactionsIT.COMPACTIONS;

    /** A summarizer that does not exist: a compaction fails, a plan does not need it. */
    private static final String NO_SUMMARIZER = ",'summarizer':'nobody'";

    private static List<String> planned(HttpAnswer plan) {
        return plan.all("/plan/messages", "id");
    }

    private static List<String> ids(int from, int to) {
        var ids = new ArrayList<String>();
        for (int i = from; i < to; i++) {
            ids.add("m" + i);
        }
        return ids;
    }

    /** The text that a model would write: here, how many messages it read after which summary. */
    private static String summaryOf(HttpAnswer plan) {
        return plan.at("/plan/previousSummary") + " + " + planned(plan).size();
    }

    private static JsonNode messagesOf(HttpAnswer history, int from, int to) {
        var range = Json.array();
        for (int i = from; i < to; i++) {
            range.add(history.json().path("messages").path(i));
        }
        return range;
    }

    @Test
    void externalCompactorPlansSummarizesStoresAndUpdates() {
        var id = sessionWithCompaction(NO_SUMMARIZER);
        talk(id, 0, 20);
        var first = plan(id);
        assertNull(first.at("/plan/previousSummary"));
        assertEquals(messagesOf(history(id), 2, 18), first.json().at("/plan/messages"));
        var stored = answerPlan(id, first, summaryOf(first)).expect(201);
        assertEquals(List.of("m0", "m1", "compaction_" + stored.at("/id"), "m18", "m19"), path(id));
        assertEquals("null + 16", history(id).at("/messages/2/parts/0/text"));

        talk(id, 20, 30);
        var second = plan(id);
        assertEquals("null + 16", second.at("/plan/previousSummary"));
        assertEquals("compaction_" + stored.at("/id"), second.at("/plan/fromMessageId"));
        assertEquals(ids(18, 28), planned(second));
        var updated = addCompaction(
                        id,
                        "fromMessageId",
                        planned(second).get(0),
                        "toMessageId",
                        second.at("/plan/toMessageId"),
                        "expectedRangeVersion",
                        second.at("/plan/rangeVersion"),
                        "extend",
                        true,
                        "summary",
                        summaryOf(second))
                .expect(201);
        assertEquals("m2", updated.at("/fromMessageId"));
        assertEquals(List.of("m0", "m1", "compaction_" + updated.at("/id"), "m28", "m29"), path(id));
        assertEquals("null + 16 + 10", history(id).at("/messages/2/parts/0/text"));
        assertEquals(
                List.of("true", "false"),
                api().get(COMPACTIONS, id).send().expect(200).all("/items", "superseded"));
        CompactionsIT.assertTokensAgree(id);
    }

    @Test
    void planStoresNothingAndCallsNoSummarizer() {
        var id = sessionWithCompaction(NO_SUMMARIZER);
        talk(id, 0, 20);
        var before = get(id);
        plan(id);
        assertEquals(before.etag(), get(id).etag());
        assertEquals(before.text(), get(id).text());
        assertEquals(ids(0, 20), path(id));
        assertEquals(0, api().get(COMPACTIONS, id).send().json().path("items").size());
        compact(id).problem(502, "summarizer-failed");
    }

    @Test
    void planWithoutMessagesHasTheSameFigures() {
        var id = sessionWithCompaction("");
        talk(id, 0, 20);
        var call = api().post(COMPACT, id).query("dryRun", true).query("messages", false);
        var figures = call.send().expect(200);
        assertEquals(List.of(), planned(figures));
        var plan = plan(id);
        for (var name : List.of("fromMessageId", "toMessageId", "rangeVersion", "messageCount", "targetTokens")) {
            assertEquals(plan.at("/plan/" + name), figures.at("/plan/" + name), name);
        }
        answerPlan(id, figures, "They planted hazel.").expect(201);
        assertEquals("nothing-new", call.send().expect(200).at("/reason"));
        api().post(COMPACT, id)
                .query("dryRun", true)
                .query("messages", "no")
                .send()
                .problem(400, "malformed");
    }

    @Test
    void planIgnoresIdempotencyKey() {
        var id = sessionWithCompaction("");
        talk(id, 0, 20);
        var call = api().post(COMPACT, id).query("dryRun", true).header("Idempotency-Key", unique("key"));
        assertEquals("m17", call.send().expect(200).at("/plan/toMessageId"));
        talk(id, 20, 22);
        var again = call.send().expect(200);
        assertEquals("m19", again.at("/plan/toMessageId"));
        assertNull(again.header("Idempotency-Replayed"));
    }

    @Test
    void compactDoesWhatWasPlanned() {
        var id = sessionWithCompaction("");
        talk(id, 0, 20);
        for (int more = 20; more <= 30; more += 10) {
            var plan = plan(id);
            assertEquals(2, plan.number("/plan/protectedHead"));
            assertEquals(2, plan.number("/plan/protectedTail"));
            assertEquals(0, plan.number("/plan/remaining"));
            assertTrue(plan.number("/plan/targetTokens") >= 100);
            var done = compact(id).expect(200);
            for (var figure : List.of("tokensBefore", "toMessageId")) {
                assertEquals(plan.at("/plan/" + figure), done.at("/compaction/" + figure));
            }
            assertEquals(plan.at("/plan/messageCount"), done.at("/compaction/messages"));
            talk(id, more, more + 10);
        }
    }

    @Test
    void optionsReplaceSettingsOfAgent() {
        var id = sessionWithCompaction("");
        talk(id, 0, 20);
        assertEquals(ids(2, 18), planned(plan(id, "{\"protectHead\":null,\"minTailMessages\":null}")));
        assertEquals(ids(5, 18), planned(plan(id, "{\"protectHead\":5}")));
        assertEquals(ids(2, 13), planned(plan(id, "{\"minTailMessages\":7}")));
        var all = plan(id, "{\"protectHead\":0,\"tailTokenBudget\":0,\"minTailMessages\":0}");
        assertEquals(ids(0, 20), planned(all));
        assertEquals(0, all.number("/plan/protectedTail"));
        assertEquals("empty-middle", plan(id, "{\"tailTokenBudget\":1000000}").at("/reason"));
        assertEquals("too-few-messages", plan(id, "{\"protectHead\":18}").at("/reason"));
        assertEquals(ids(2, 8), planned(plan(id, "{\"leafId\":\"m9\"}")));
        var done = api().post(COMPACT, id)
                .json("{\"leafId\":\"m9\",\"protectHead\":4,\"minTailMessages\":3}")
                .send()
                .expect(200);
        assertEquals("m4", done.at("/compaction/fromMessageId"));
        assertEquals("m6", done.at("/compaction/toMessageId"));
    }

    private static void assertNothingToDo(String reason, String session) {
        var plan = plan(session);
        assertEquals(reason, plan.at("/reason"));
        assertFalse(plan.json().has("plan"));
        assertEquals(compact(session).expect(200).text(), plan.text());
    }

    @Test
    void planWithNothingToDoGivesReason() {
        var id = sessionWithCompaction("");
        assertNothingToDo("too-few-messages", id);
        talk(id, 0, 4);
        assertNothingToDo("too-few-messages", id);
        talk(id, 4, 20);
        compact(id).expect(200);
        assertNothingToDo("nothing-new", id);
        assertNothingToDo("empty-middle", sessionWithMessages(10));
    }

    /** Three messages of 3 MiB: two of them fit into the limit of 8 MiB. */
    @Test
    void planIsLimitedInBytes() {
        var id = sessionWithCompaction("");
        for (var name : List.of("m0", "m1", "m2")) {
            append(id, message(name, "word ".repeat(629_000).strip())).expect(201);
        }
        var plan = plan(id, "{\"protectHead\":0,\"tailTokenBudget\":0,\"minTailMessages\":0}");
        assertEquals(ids(0, 2), planned(plan));
        assertEquals("m1", plan.at("/plan/toMessageId"));
        assertEquals(1, plan.number("/plan/remaining"));
        assertEquals(0, plan.number("/plan/protectedTail"));
    }

    @Test
    void planKeepsCallsWithTheirResults() {
        var id = sessionWithCompaction("");
        talk(id, 0, 5);
        append(
                        id,
                        "{\"id\":\"c\",\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"t1\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]}",
                        "{\"id\":\"r\",\"role\":\"tool\",\"tool_call_id\":\"t1\",\"content\":\"done\"}")
                .expect(201);
        talk(id, 5, 7);
        var plan = plan(id, "{\"minTailMessages\":3}");
        assertEquals("m4", plan.at("/plan/toMessageId"));
        assertEquals(4, plan.number("/plan/protectedTail"));
        answerPlan(id, plan, "S").expect(201);
    }

    @Test
    void endedOrMissingSessionHasNoPlan() {
        var id = sessionWithCompaction("");
        talk(id, 0, 20);
        api().post(COMPACT, id).query("dryRun", "yes").send().problem(400, "malformed");
        plan(id, "{\"leafId\":null}");
        api().post(COMPACT, id)
                .query("dryRun", true)
                .json("{\"leafId\":\"nobody\"}")
                .send()
                .problem(404, "message-not-found");
        api().post(SESSION + "/split", id).json("{\"summary\":\"S\"}").send().expect(201);
        api().post(COMPACT, id).query("dryRun", true).send().problem(409, "session-ended");
        api().post(COMPACT, unique("s")).query("dryRun", true).send().problem(404, "session-not-found");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'protectHead':-1}",
                "{'protectHead':1000001}",
                "{'tailTokenBudget':1000000001}",
                "{'minTailMessages':1.5}",
                "{'minTailMessages':'2'}",
                "{'protecthead':2}",
                "{'protectHead':1,'protectHead':2}"
            })
    void invalidOptionIsRefused(String body) {
        var id = sessionWithCompaction("");
        talk(id, 0, 20);
        var json = body.replace('\'', '"');
        assertRefused(api().post(COMPACT, id).json(json).send());
        assertRefused(api().post(COMPACT, id).query("dryRun", true).json(json).send());
        assertEquals(ids(0, 20), path(id));
    }

    @ParameterizedTest
    @ValueSource(strings = {"'extend':1", "'extend':'true'", "'expectedRangeVersion':7", "'rangeVersion':'a'"})
    void invalidMemberOfSummaryIsRefused(String member) {
        var id = sessionWithMessages(6);
        var body = "{'fromMessageId':'m1','toMessageId':'m2','summary':'S'," + member + "}";
        assertRefused(api().post(COMPACTIONS, id).json(body.replace('\'', '"')).send());
        addCompaction(
                        id,
                        "fromMessageId",
                        "m1",
                        "toMessageId",
                        "m2",
                        "summary",
                        "S",
                        "extend",
                        null,
                        "expectedRangeVersion",
                        null)
                .expect(201);
    }
}
