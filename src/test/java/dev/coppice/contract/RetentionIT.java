package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import dev.coppice.support.ParallelClients;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Retention ({@code maxMessages}): which messages are trimmed, when, and that nothing else changes. */
class RetentionIT extends PromptApi {

    private static String sessionRetaining(int maxMessages) {
        var id = unique("s");
        create(Json.object("id", id, "maxMessages", maxMessages)).expect(201);
        return id;
    }

    private static HttpAnswer appendText(String session, String id) {
        return append(session, message(id, "text " + id)).expect(201);
    }

    /** Creates a session with {@code maxMessages} and appends {@code m0} to {@code m<length - 1>} one by one. */
    private static String filledSession(int maxMessages, int length) {
        var session = sessionRetaining(maxMessages);
        IntStream.range(0, length).forEach(i -> appendText(session, "m" + i));
        return session;
    }

    private static List<String> ids(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "m" + i).toList();
    }

    private static int trimmed(HttpAnswer append) {
        assertEquals(append.json().has("trimmed"), append.json().path("trimmed").asInt() > 0);
        return append.json().path("trimmed").asInt();
    }

    @Test
    void appendReportsNumberOfTrimmedMessages() {
        var session = sessionRetaining(3);
        assertEquals(
                List.of(0, 0, 0, 1, 1),
                ids(0, 5).stream().map(id -> trimmed(appendText(session, id))).toList());
        assertEquals(0, trimmed(append(session, message("m4", "text m4")).expect(200)));
        assertEquals(
                2, trimmed(append(session, message("a", "x"), message("b", "x")).expect(201)));
        assertEquals(
                1,
                trimmed(api().put(MESSAGE, session, "c").json(message("c", "x")).send()));
    }

    @Test
    void historyHasNewestMessagesAtOnce() {
        var session = filledSession(5, 12);
        assertEquals(ids(7, 12), path(session));
        assertEquals(
                ids(7, 12),
                api().get(HISTORY, session)
                        .query("raw", true)
                        .send()
                        .expect(200)
                        .all("/messages", "id"));
        var history = history(session);
        assertEquals(5, history.number("/pathLength"));
        assertFalse(history.json().path("truncated").asBoolean());
        assertNull(history.at("/before"));
        var tokens = allEntries(api(), session, 3).stream()
                .mapToLong(entry -> entry.path("tokens").asLong())
                .sum();
        assertEquals(tokens, history.number("/tokens"));
        assertEquals(tokens, get(session).number("/tokens"));
        assertEquals(5, get(session).number("/messageCount"));
    }

    @Test
    void windowsStartAtRetentionCutoff() {
        var session = filledSession(5, 9);
        var window = api().get(HISTORY, session).query("last", 2).send().expect(200);
        assertEquals(ids(7, 9), window.all("/messages", "id"));
        assertTrue(window.json().path("truncated").asBoolean());
        var rest = api().get(HISTORY, session)
                .query("last", 4)
                .query("before", window.at("/before"))
                .send()
                .expect(200);
        assertEquals(ids(4, 7), rest.all("/messages", "id"));
        assertFalse(rest.json().path("truncated").asBoolean());
        for (var limit : List.of("last", "maxTokens", "maxBytes")) {
            var all = api().get(HISTORY, session).query(limit, 100_000).send().expect(200);
            assertEquals(ids(4, 9), all.all("/messages", "id"), limit);
            assertFalse(all.json().path("truncated").asBoolean(), limit);
        }
        assertEquals(
                List.of(),
                api().get(HISTORY, session)
                        .query("before", "m4")
                        .send()
                        .expect(200)
                        .all("/messages", "id"));
    }

    @Test
    void endOfLargeBatchIsRetained() {
        var session = sessionRetaining(4);
        var answer = append(
                        session,
                        ids(0, 300).stream().map(id -> message(id, "text")).toArray(String[]::new))
                .expect(201);
        assertEquals(296, trimmed(answer));
        assertEquals("m299", answer.at("/leafId"));
        assertEquals(ids(296, 300), path(session));
    }

    @Test
    void trimmedMessagesAreUnknownEverywhere() {
        var session = filledSession(3, 6);
        entry(session, "m2").problem(404, "message-not-found");
        api().get(HISTORY, session).query("leafId", "m2").send().problem(404, "message-not-found");
        api().get(HISTORY, session).query("before", "m2").send().problem(404, "message-not-found");
        api().get(MESSAGE + "/children", session, "m2").send().problem(404, "message-not-found");
        api().delete(MESSAGE, session, "m2").send().problem(404, "message-not-found");
        appendUnder(session, "m2", message("x", "x")).problem(404, "unknown-parent");
        assertEquals(
                ids(3, 6),
                allEntries(api(), session, 2).stream()
                        .map(entry -> Json.text(entry.at("/message/id")))
                        .toList());
        var nodes = allItems(
                "nodes", cursor -> api().get(SESSION + "/tree", session).send());
        assertEquals(3, nodes.size());
        assertNull(parentOf(session, "m3"));
        assertEquals(0, entry(session, "m3").expect(200).number("/depth"));
        assertEquals("m3", parentOf(session, "m4"));
    }

    @Test
    void searchFindsNoTrimmedMessages() {
        var word = uniqueWord();
        var session = sessionRetaining(2);
        append(session, message("a", word), message("b", word), message("c", word), message("d", word))
                .expect(201);
        awaitIndexed();
        assertEquals(List.of("c", "d"), found(session, word));
        var hits = api().get(SEARCH)
                .query("q", word)
                .query("include", "neighbours")
                .send()
                .expect(200);
        assertEquals(List.of("c", "d"), hits(hits).stream().sorted().toList());
        assertFalse(hits.text().contains("\"a\"") || hits.text().contains("\"b\""), hits.text());
    }

    @Test
    void otherBranchesAreNotCountedAndStay() {
        var session = sessionRetaining(4);
        append(session, message("m0", "x"), message("m1", "x")).expect(201);
        appendUnder(session, "m1", message("side", "x")).expect(201);
        var answer = appendUnder(
                session, "m1", message("m2", "x"), message("m3", "x"), message("m4", "x"), message("m5", "x"));
        assertEquals(2, trimmed(answer.expect(201)));
        assertEquals(List.of("m2", "m3", "m4", "m5"), path(session));
        assertEquals(List.of("side"), path(session, "side"));
        assertNull(parentOf(session, "side"));
        assertEquals(5, get(session).number("/messageCount"));
        appendUnder(session, "side", message("more", "x")).expect(201);
        assertEquals(List.of("side", "more"), path(session));
    }

    @Test
    void deletedMessagesAreNotCounted() {
        var session = filledSession(4, 4);
        api().delete(MESSAGE, session, "m1").send().expect(204);
        assertEquals(0, trimmed(appendText(session, "m4")));
        assertEquals(1, trimmed(appendText(session, "m5")));
        assertEquals(List.of("m2", "m3", "m4", "m5"), path(session));
        api().delete(MESSAGE, session, "m5").send().expect(204);
        assertEquals(List.of("m2", "m3", "m4"), path(session));
        api().put(MESSAGE, session, "m2")
                .json(message("m2", "another and longer text"))
                .send()
                .expect(200);
        assertEquals(history(session).number("/tokens"), get(session).number("/tokens"));
    }

    @Test
    void maxMessagesOfAgentAppliesUnlessSessionHasItsOwn() {
        var agent = unique("agent");
        declare(api(), agent, "'maxMessages':4,").expect(201);
        var session = sessionOf(agent, null);
        IntStream.range(0, 6).forEach(i -> appendText(session, "m" + i));
        assertEquals(ids(2, 6), path(session));
        assertNull(get(session).at("/maxMessages"));
        declare(api(), agent, "'maxMessages':2,").expect(200);
        assertEquals(3, trimmed(appendText(session, "m6")));
        retain(session, 5);
        assertEquals(0, trimmed(appendText(session, "m7")));
        retain(session, null);
        assertEquals(ids(6, 8), path(session));
    }

    @Test
    void lowerMaxMessagesAppliesAtOnceAndHigherToLaterAppends() {
        var session = filledSession(8, 8);
        retain(session, 3);
        assertEquals(ids(5, 8), path(session));
        retain(session, 5);
        assertEquals(ids(5, 8), path(session));
        appendText(session, "m8");
        appendText(session, "m9");
        assertEquals(ids(5, 10), path(session));
        retain(session, null);
        appendText(session, "m10");
        assertEquals(ids(5, 11), path(session));
    }

    @Test
    void resendingAllMessagesAppendsOnlyNewOnes() {
        var session = filledSession(3, 6);
        var all = ids(0, 7).stream().map(id -> message(id, "text " + id)).toArray(String[]::new);
        var answer = append(session, all).expect(201);
        assertEquals(
                List.of(false, false, false, false, false, false, true),
                java.util.stream.StreamSupport.stream(
                                answer.json().path("appended").spliterator(), false)
                        .map(item -> item.path("inserted").asBoolean())
                        .toList());
        assertEquals("trimmed", answer.at("/appended/0/reason"));
        assertNull(answer.at("/appended/3/reason"));
        assertEquals(ids(4, 7), path(session));
    }

    @Test
    void idOfTrimmedMessageIsFree() {
        var session = filledSession(2, 4);
        appendText(session, "m0");
        assertEquals(List.of("m3", "m0"), path(session));
        assertEquals("text m0", entry(session, "m0").expect(200).at("/message/parts/0/text"));
    }

    /** The id of a trimmed message is free, whether its row is already purged or not. */
    @Test
    void trimmedIdsCanBeReusedDuringPurge() {
        ParallelClients.of(4, number -> {
            var session = sessionRetaining(2);
            for (int i = 0; i < 150; i++) {
                var next = message("m" + i % 4, "text m" + i % 4);
                retryWhileBusy(201, () -> append(session, next));
            }
            return assertPath(session, List.of("m0", "m1"));
        });
    }

    private static List<String> assertPath(String session, List<String> path) {
        assertEquals(path, path(session));
        return path;
    }

    @Test
    void summaryCoversRestOfRangeAndIsTrimmedWithItsLastMessage() {
        var session = filledSession(6, 6);
        var id = CompactionsIT.compact(session, "m0", "m3", "old things")
                .expect(201)
                .at("/id");
        appendText(session, "m6");
        appendText(session, "m7");
        assertEquals(List.of("compaction_" + id, "m4", "m5", "m6", "m7"), path(session));
        assertEquals(history(session).number("/tokens"), get(session).number("/tokens"));
        assertEquals(6, history(session).number("/pathLength"));
        assertEquals(
                ids(2, 8),
                api().get(HISTORY, session)
                        .query("raw", true)
                        .send()
                        .expect(200)
                        .all("/messages", "id"));
        appendText(session, "m8");
        appendText(session, "m9");
        assertEquals(ids(4, 10), path(session));
        assertEquals(history(session).number("/tokens"), get(session).number("/tokens"));
        assertEquals(
                0,
                api().get(CompactionsIT.COMPACTIONS, session)
                        .send()
                        .expect(200)
                        .json()
                        .path("items")
                        .size());
    }

    @Test
    void clearedSessionCountsFromZero() {
        var session = filledSession(2, 5);
        api().post(SESSION + "/clear", session).send().expect(200);
        assertEquals(0, trimmed(appendText(session, "m0")));
        assertEquals(0, trimmed(appendText(session, "m1")));
        assertEquals(1, trimmed(appendText(session, "m2")));
        assertEquals(ids(1, 3), path(session));
    }
}
