package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compactions with a summary that the client sends: where they apply, what they hide, and that no message is lost. */
class CompactionsIT extends Contract {
    private static final String CALL =
            """
            {"id":"c","role":"assistant","content":null,"tool_calls":[{"id":"t1","type":"function",
            "function":{"name":"f","arguments":"{}"}}]}""";
    private static final String RESULT =
            "{\"id\":\"r\",\"role\":\"tool\",\"tool_call_id\":\"t1\",\"content\":\"done\"}";

    static final String COMPACTIONS = "/v1/sessions/{}/compactions";

    static HttpAnswer compact(String session, String from, String to, String summary) {
        return api().post(COMPACTIONS, session)
                .json(Json.object("fromMessageId", from, "toMessageId", to, "summary", summary))
                .send();
    }

    /** Adds a compaction of a range; returns the id of the summary message in the history. */
    static String addSummary(String session, String from, String to, String summary) {
        return "compaction_" + compact(session, from, to, summary).expect(201).at("/id");
    }

    static HttpAnswer raw(String session) {
        return api().get(HISTORY, session).query("raw", true).send().expect(200);
    }

    /** Tokens of the history, counted from its messages. */
    private static long recountTokens(String session) {
        var history = history(session);
        long tokens = 0;
        for (var message : history.json().path("messages")) {
            tokens += 4 + estimate(Json.text(message.at("/parts/0/text")));
        }
        return tokens;
    }

    static long estimate(String text) {
        long words = text.isBlank() ? 0 : text.strip().split("\\s+").length;
        return text.isEmpty() ? 0 : (long) Math.ceil(Math.max(text.length() / 4.0, words * 1.3));
    }

    static void assertTokensAgree(String session) {
        assertEquals(recountTokens(session), history(session).number("/tokens"));
        assertEquals(recountTokens(session), get(session).number("/tokens"));
    }

    @Test
    void historyShowsSummaryAndMessagesRemain() {
        var id = sessionWithMessages(10);
        var before = raw(id).text();
        var created = compact(id, "m2", "m6", "What was said.").expect(201);
        var summary = "compaction_" + created.at("/id");
        assertEquals(List.of("m0", "m1", summary, "m7", "m8", "m9"), path(id));
        assertEquals(before, raw(id).text());
        assertEquals(5, created.number("/messages"));
        assertEquals(5 * 7, created.number("/tokensBefore"));
        assertEquals(4 + 4, created.number("/tokensAfter"));
        assertFalse(created.json().path("superseded").asBoolean());
        assertTokensAgree(id);
        assertEquals(10, history(id).number("/pathLength"));
        assertEquals(10, get(id).number("/messageCount"));
        entry(id, "m4").expect(200);
        assertEquals("m9", get(id).at("/leafId"));
    }

    @Test
    void summaryIsStableMessage() {
        var id = sessionWithMessages(6);
        var created = compact(id, "m1", "m3", "Short \"quoted\" 🌳").expect(201);
        var message = history(id).json().path("messages").path(1);
        assertEquals(
                Json.parse(
                        """
                        {"id":"compaction_%s","role":"assistant","parts":[{"type":"text","text":"Short \\"quoted\\" 🌳"}],
                        "createdAt":"%s","metadata":{"compaction":{"from":"m1","to":"m3","messages":3,"tokensBefore":%d,
                        "tokensAfter":%d}}}"""
                                .formatted(
                                        created.at("/id"),
                                        created.at("/createdAt"),
                                        created.number("/tokensBefore"),
                                        created.number("/tokensAfter"))),
                message);
        assertEquals(history(id).text(), history(id).text());
    }

    @Test
    void tokensAreUpdatedByWritesAfterCompaction() {
        var id = sessionWithMessages(6);
        addSummary(id, "m1", "m4", "Summary of four.");
        assertTokensAgree(id);
        appendMessages(id, 6, 9);
        assertTokensAgree(id);
        api().put(MESSAGE, id, "m2")
                .json(message("m2", "hidden, and much longer than it was before"))
                .send()
                .expect(200);
        assertTokensAgree(id);
        api().put(MESSAGE, id, "m7")
                .json(message("m7", "seen, and longer"))
                .send()
                .expect(200);
        assertTokensAgree(id);
        api().delete(MESSAGE, id, "m3").send().expect(204);
        assertTokensAgree(id);
        api().delete(MESSAGE, id, "m8").send().expect(204);
        assertTokensAgree(id);
        appendUnder(id, "m2", message("b1", "a branch inside of the range")).expect(201);
        assertEquals(List.of("m0", "m1", "m2", "b1"), path(id));
        assertTokensAgree(id);
        appendUnder(id, "m7", message("m8b", "back again")).expect(201);
        assertTokensAgree(id);
    }

    @Test
    void compactionSurvivesDeletedEnds() {
        var id = sessionWithMessages(8);
        var summary = addSummary(id, "m2", "m4", "S");
        for (var end : List.of("m2", "m4", "m3")) {
            api().delete(MESSAGE, id, end).send().expect(204);
            assertEquals(List.of("m0", "m1", summary, "m5", "m6", "m7"), path(id));
            assertTokensAgree(id);
        }
    }

    @Test
    void summaryWithDeletedEndsMayBeRangeEnd() {
        var id = sessionWithMessages(8);
        var first = addSummary(id, "m2", "m4", "first");
        api().delete(MESSAGE, id, "m4").send().expect(204);
        api().delete(MESSAGE, id, "m2").send().expect(204);
        var second = addSummary(id, "m1", first, "second");
        assertEquals(List.of("m0", second, "m5", "m6", "m7"), path(id));
        var third = addSummary(id, first, "m5", "third");
        assertTokensAgree(id);
        api().delete(COMPACTIONS + "/{}", id, second.substring("compaction_".length()))
                .send()
                .expect(204);
        assertEquals(List.of("m0", "m1", third, "m6", "m7"), path(id));
        assertTokensAgree(id);
    }

    @Test
    void pagesContinueAtSummaryWithDeletedEnds() {
        var id = sessionWithMessages(8);
        var summary = addSummary(id, "m2", "m4", "S");
        for (var deleted : List.of("m4", "m3", "m2")) {
            api().delete(MESSAGE, id, deleted).send().expect(204);
            var page = api().get(HISTORY, id).query("last", 2).query("before", "m5");
            assertEquals(List.of("m1", summary), page.send().expect(200).all("/messages", "id"));
        }
    }

    @Test
    void siblingBranchAndLeafInsideRangeReadOriginals() {
        var id = sessionWithMessages(6);
        appendUnder(id, "m2", message("s1", "sibling"), message("s2", "sibling"))
                .expect(201);
        appendUnder(id, "m5", message("m6", "end")).expect(201);
        var summary = addSummary(id, "m1", "m4", "S");
        assertEquals(List.of("m0", summary, "m5", "m6"), path(id));
        assertEquals(List.of("m0", "m1", "m2", "s1", "s2"), path(id, "s2"));
        assertEquals(List.of("m0", "m1", "m2", "m3"), path(id, "m3"));
        assertEquals(List.of("m0", summary), path(id, "m4"));
    }

    @Test
    void overlappingCompactionsAreResolved() {
        var id = sessionWithMessages(12);
        var inner = addSummary(id, "m3", "m4", "inner");
        assertEquals(List.of("m0", "m1", "m2", inner, "m5", "m6", "m7", "m8", "m9", "m10", "m11"), path(id));
        var outer = addSummary(id, "m2", "m6", "outer");
        assertEquals(List.of("m0", "m1", outer, "m7", "m8", "m9", "m10", "m11"), path(id));
        var later = addSummary(id, "m5", "m9", "overlaps");
        assertEquals(List.of("m0", "m1", outer, "m7", "m8", "m9", "m10", "m11"), path(id));
        var same = addSummary(id, "m2", "m3", "same start, newer, shorter");
        assertEquals(List.of("m0", "m1", same, "m4", later, "m10", "m11"), path(id));
        assertTokensAgree(id);
        var listed = api().get(COMPACTIONS, id).send().expect(200);
        assertEquals(
                List.of("inner", "outer", "overlaps", "same start, newer, shorter"), listed.all("/items", "summary"));
        assertEquals(List.of("true", "true", "false", "false"), listed.all("/items", "superseded"));
        api().delete(COMPACTIONS + "/{}", id, same.substring("compaction_".length()))
                .send()
                .expect(204);
        assertEquals(List.of("m0", "m1", outer, "m7", "m8", "m9", "m10", "m11"), path(id));
        assertTokensAgree(id);
    }

    @Test
    void deletedCompactionRestoresHistory() {
        var id = sessionWithMessages(6);
        var before = history(id).text();
        var tokens = get(id).number("/tokens");
        var created = compact(id, "m1", "m4", "S").expect(201).at("/id");
        api().delete(COMPACTIONS + "/{}", id, created).send().expect(204);
        assertEquals(before, history(id).text());
        assertEquals(tokens, get(id).number("/tokens"));
        api().delete(COMPACTIONS + "/{}", id, created).send().problem(404, "compaction-not-found");
        assertEquals(0, api().get(COMPACTIONS, id).send().json().path("items").size());
    }

    @Test
    void olderSummaryMayBeRangeEnd() {
        var id = sessionWithMessages(10);
        var first = addSummary(id, "m2", "m4", "first");
        var second = compact(id, first, "m6", "second").expect(201);
        assertEquals("m2", second.at("/fromMessageId"));
        assertEquals(List.of("m0", "m1", "compaction_" + second.at("/id"), "m7", "m8", "m9"), path(id));
        assertEquals(8 - 2 + 14, second.number("/tokensBefore"));
        var third = compact(id, "m1", "compaction_" + second.at("/id"), "third").expect(201);
        assertEquals("m6", third.at("/toMessageId"));
        assertTokensAgree(id);
    }

    @Test
    void windowCountsSummaryAsOneMessage() {
        var id = sessionWithMessages(20);
        var summary = addSummary(id, "m2", "m16", "S");
        var last = api().get(HISTORY, id).query("last", 4).send().expect(200);
        assertEquals(List.of(summary, "m17", "m18", "m19"), last.all("/messages", "id"));
        assertEquals(summary, last.at("/before"));
        var above = api().get(HISTORY, id)
                .query("last", 4)
                .query("before", summary)
                .send()
                .expect(200);
        assertEquals(List.of("m0", "m1"), above.all("/messages", "id"));
        var page = api().get(HISTORY, id)
                .query("last", 2)
                .query("before", "m18")
                .send()
                .expect(200);
        assertEquals(List.of(summary, "m17"), page.all("/messages", "id"));
        var rawPage = api().get(HISTORY, id)
                .query("last", 2)
                .query("before", "m18")
                .query("raw", true)
                .send();
        assertEquals(List.of("m16", "m17"), rawPage.all("/messages", "id"));
        var tokens = api().get(HISTORY, id).query("maxTokens", 7 * 3 + 6).send().expect(200);
        assertEquals(List.of(summary, "m17", "m18", "m19"), tokens.all("/messages", "id"));
        assertEquals(7 * 3 + 6, tokens.number("/tokens"));
    }

    @Test
    void appendedSummaryIsSkipped() {
        var id = sessionWithMessages(8);
        var summary = addSummary(id, "m2", "m5", "S");
        var answer = append(id, message(summary, "assistant", "S"), message("n1", "next"))
                .expect(201);
        assertEquals("synthetic", answer.at("/appended/0/reason"));
        assertEquals(List.of("m0", "m1", summary, "m6", "m7", "n1"), path(id));
        appendUnder(id, summary, message("r1", "regenerated")).expect(201);
        assertEquals("m5", parentOf(id, "r1"));
        assertEquals(List.of("m0", "m1", summary, "r1"), path(id));
        appendUnder(id, "compaction_nothing", message("x", "x")).problem(404, "unknown-parent");
    }

    @Test
    void appendUnderSummaryWithDeletedEndsFollowsIt() {
        var id = sessionWithMessages(8);
        var summary = addSummary(id, "m2", "m5", "S");
        api().delete(MESSAGE, id, "m5").send().expect(204);
        appendUnder(id, summary, message("r1", "regenerated")).expect(201);
        assertEquals("m4", parentOf(id, "r1"));
        assertEquals(List.of("m0", "m1", summary, "r1"), path(id));
        assertEquals(List.of("m0", "m1", summary, "m6", "m7"), path(id, "m7"));
        assertTokensAgree(id);
        for (var deleted : List.of("m4", "m3", "m2", "m1", "m0")) {
            api().delete(MESSAGE, id, deleted).send().expect(204);
        }
        appendUnder(id, summary, message("r2", "once more")).expect(201);
        assertEquals(List.of(summary, "r2"), path(id));
        assertTokensAgree(id);
    }

    @Test
    void appendUnderSummaryWithDeletedLeafFollowsIt() {
        var id = sessionWithMessages(6);
        var summary = addSummary(id, "m2", "m5", "S");
        api().delete(MESSAGE, id, "m5").send().expect(204);
        assertEquals(List.of("m0", "m1", "m2", "m3", "m4"), path(id));
        appendUnder(id, summary, message("r1", "regenerated")).expect(201);
        assertEquals(List.of("m0", "m1", summary, "r1"), path(id));
        assertTokensAgree(id);
    }

    @Test
    void toolResultOnSiblingBranchIsIgnored() {
        var id = sessionWithMessages(3);
        append(id, CALL, message("d", "deleted later"), message("e", "end")).expect(201);
        var first = addSummary(id, "m1", "d", "first");
        api().delete(MESSAGE, id, "d").send().expect(204);
        appendUnder(id, "c", RESULT, message("f", "the leaf")).expect(201);
        assertEquals(List.of("m0", "m1", "m2", "c", "r", "f"), path(id));
        var second = addSummary(id, "m0", first, "second");
        assertEquals(List.of(second, "e"), path(id, "e"));
    }

    @Test
    void rangeMustIncludeToolResultBelowItsEnd() {
        var id = sessionWithMessages(3);
        append(id, CALL, RESULT).expect(201);
        appendUnder(id, "m1", message("b", "the leaf")).expect(201);
        var refused = compact(id, "m1", "c", "S").problem(422, "invalid-range");
        assertTrue(refused.text().contains("t1"), refused.text());
        compact(id, "m1", "r", "S").expect(201);
    }

    @Test
    void clearRemovesCompactions() {
        var id = sessionWithMessages(6);
        addSummary(id, "m1", "m4", "S");
        api().post(SESSION + "/clear", id).send().expect(200);
        assertEquals(0, api().get(COMPACTIONS, id).send().json().path("items").size());
        appendMessages(id, 0, 6);
        assertEquals(6, path(id).size());
        assertTokensAgree(id);
    }

    @Test
    void invalidRangeIsRefused() {
        var id = sessionWithMessages(6);
        appendUnder(id, "m2", message("s1", "sibling")).expect(201);
        compact(id, "m3", "m1", "S").problem(422, "invalid-range");
        compact(id, "m3", "s1", "S").problem(422, "invalid-range");
        compact(id, "m3", "nobody", "S").problem(404, "message-not-found");
        compact(id, "compaction_x", "m3", "S").problem(404, "message-not-found");
        compact(id, "m1", "m3", " \n").problem(422, "invalid");
        compact(unique("s"), "m1", "m3", "S").problem(404, "session-not-found");
        compact(id, "m1", "m1", "one").expect(201);
        compact(id, "m0", "s1", "to the leaf").expect(201);
        assertEquals(1, path(id).size());
        assertTokensAgree(id);
        api().put(MESSAGE, id, "s1")
                .json(message("s1", "changed below its summary"))
                .send()
                .expect(200);
        assertTokensAgree(id);
        appendMessages(id, 10, 12);
        assertTokensAgree(id);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'fromMessageId':'m1','toMessageId':'m2'}",
                "{'fromMessageId':'m1','summary':'S'}",
                "{'fromMessageId':1,'toMessageId':'m2','summary':'S'}",
                "{'fromMessageId':'m1','toMessageId':'m2','summary':'\\ud800'}",
                "{'fromMessageId':'m1','toMessageId':'m2','summary':'S','id':'x'}"
            })
    void incompleteRequestIsRefused(String body) {
        var id = sessionWithMessages(4);
        assertRefused(api().post(COMPACTIONS, id).json(body.replace('\'', '"')).send());
        assertEquals(4, path(id).size());
    }

    /** Summaries of 300,000 bytes each, together more than the server holds in memory at once. */
    @Test
    void longSummariesAreReadAndListedInParts() {
        var id = sessionWithMessages(34);
        var text = "木".repeat(100_000);
        for (int i = 0; i < 16; i++) {
            addSummary(id, "m" + 2 * i, "m" + (2 * i + 1), i + text.substring(2));
        }
        var messages = history(id).json().path("messages");
        assertEquals(18, messages.size());
        for (int i = 0; i < 16; i++) {
            assertEquals(i + text.substring(2), Json.text(messages.at("/" + i + "/parts/0/text")));
        }
        var first = api().get(COMPACTIONS, id).query("limit", 200).send().expect(200);
        assertEquals(13, first.json().path("items").size());
        var items = allItems("items", cursor -> {
            var page = api().get(COMPACTIONS, id).query("limit", 200);
            return (cursor == null ? page : page.query("cursor", cursor)).send();
        });
        assertEquals(16, items.stream().map(item -> item.path("id")).distinct().count());
    }

    @Test
    void compactionsAreListedInPages() {
        var id = sessionWithMessages(12);
        for (int i = 0; i < 5; i++) {
            addSummary(id, "m" + 2 * i, "m" + (2 * i + 1), "S" + i);
        }
        var items = allItems("items", cursor -> {
            var page = api().get(COMPACTIONS, id).query("limit", 2);
            return (cursor == null ? page : page.query("cursor", cursor)).send();
        });
        assertEquals(
                List.of("S0", "S1", "S2", "S3", "S4"),
                items.stream().map(item -> item.path("summary").asString()).toList());
        assertTrue(items.stream().noneMatch(item -> item.path("superseded").asBoolean()));
        assertEquals(7, path(id).size());
    }
}
