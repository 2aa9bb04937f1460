package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.coppice.support.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Forks of sessions that have let go of messages, and forks that let go of what they inherited. */
class ForkRetentionIT extends FeedApi {

    private static String fork(String source, String at) {
        return ForkApi.fork(source, at).expect(201).at("/id");
    }

    private static void delete(String session) {
        api().delete(SESSION, session).send().expect(204);
    }

    private static List<String> entries(String session) {
        return allEntries(api(), session, 2).stream()
                .map(item -> Json.text(item.at("/message/id")))
                .toList();
    }

    /** A session whose leaf's path comes down from {@code m1} over another branch: {@code m0 m1 s0 s1 s2}. */
    private static String bent() {
        var session = sessionWithMessages(4);
        appendUnder(session, "m1", message("s0", "s0"), message("s1", "s1"), message("s2", "s2"))
                .expect(201);
        return session;
    }

    /** The sweep came by, and got to its end: what it does last is told. */
    private static void swept() {
        var session = session();
        retain(session, 1);
        try (var stream = watch(session)) {
            append(session, message("a", "a"), message("b", "b")).expect(201);
            stream.until("a purge", s -> s.names().contains("MessagesPurged"));
        }
    }

    @Test
    void aForkBeginsWhereItsSourceDoes() {
        var source = sessionWithMessages(6);
        retain(source, 3);
        var answer = ForkApi.fork(source, "m4").expect(201);
        var fork = answer.at("/id");
        assertEquals(List.of("m3", "m4"), path(fork));
        assertEquals(2, answer.number("/messageCount"));
        assertEquals(3, answer.number("/maxMessages"));
        assertEquals(history(fork).number("/tokens"), answer.number("/tokens"));
        assertEquals(2, history(fork).number("/pathLength"));
        assertEquals(List.of("m3", "m4"), entries(fork));
        assertNull(parentOf(fork, "m3"));
        assertEquals(0, entry(fork, "m3").expect(200).number("/depth"));
        assertEquals(List.of("m4"), children(fork, "m3"));
        var nodes = api().get(SESSION + "/tree", fork).send().expect(200);
        assertEquals(List.of("m3", "m4"), nodes.all("/nodes", "id"));
        entry(fork, "m2").problem(404, "message-not-found");
        ForkApi.fork(source, "m2").problem(404, "message-not-found");
        ForkApi.fork(fork, "m2").problem(404, "message-not-found");
        appendUnder(fork, "m2", message("x", "x")).problem(404, "unknown-parent");
    }

    @Test
    void aForkCountsOnFromWhatItInherited() {
        var source = sessionWithMessages(6);
        retain(source, 3);
        var fork = fork(source, null);
        var answer = append(fork, message("a", "a")).expect(201);
        assertEquals(1, answer.number("/trimmed"));
        assertEquals(List.of("m4", "m5", "a"), path(fork));
        assertEquals(3, get(fork).number("/messageCount"));
        assertEquals(history(fork).number("/tokens"), get(fork).number("/tokens"));
        assertEquals(List.of("m3", "m4", "m5"), path(source));
    }

    /** Only the leaf's path is counted: another branch may be longer, until it is gone on with. */
    @Test
    void aForkHasAllOfALongerBranchUntilItIsGoneOnWith() {
        var source = sessionWithMessages(5);
        appendUnder(source, null, message("root", "root")).expect(201);
        retain(source, 2);
        var answer = ForkApi.fork(source, "m4").expect(201);
        var fork = answer.at("/id");
        assertEquals(List.of("m0", "m1", "m2", "m3", "m4"), path(fork));
        assertEquals(5, answer.number("/messageCount"));
        assertEquals(4, append(fork, message("a", "a")).expect(201).number("/trimmed"));
        assertEquals(List.of("m4", "a"), path(fork));
        assertEquals(List.of("m0", "m1", "m2", "m3", "m4"), path(source, "m4"));
    }

    @Test
    void whatASourceLetsGoOfStaysInItsForksAndTheOtherWayRound() {
        var source = sessionWithMessages(6);
        var fork = fork(source, null);
        var other = fork(source, null);
        retain(source, 2);
        retain(other, 1);
        swept();
        assertEquals(List.of("m0", "m1", "m2", "m3", "m4", "m5"), path(fork));
        assertEquals(List.of("m4", "m5"), path(source));
        assertEquals(List.of("m5"), path(other));
        assertEquals(List.of("m0"), path(fork(fork, "m0")));
        delete(source);
        swept();
        assertEquals(List.of("text 0", "text 1", "text 2", "text 3", "text 4", "text 5"), ForkApi.texts(fork));
        assertEquals(List.of("m5"), path(other));
    }

    @Test
    void aSummaryOverWhatWentIsReadInAForkToo() {
        var source = bent();
        var id = CompactionsIT.compact(source, "m0", "s1", "the beginning")
                .expect(201)
                .at("/id");
        retain(source, 2);
        assertEquals(List.of("compaction_" + id, "s2"), path(source));
        var answer = ForkApi.fork(source, null).expect(201);
        var fork = answer.at("/id");
        assertEquals(path(source), path(fork));
        assertEquals(get(source).number("/tokens"), answer.number("/tokens"));
        assertEquals(path(source), path(fork(fork, null)));
        var compactions =
                api().get(CompactionsIT.COMPACTIONS, fork).send().expect(200).all("/items", "id");
        assertEquals(List.of(id), compactions);
        retain(fork, 1);
        assertEquals(List.of("s2"), path(fork));
        assertEquals(List.of("compaction_" + id, "s2"), path(source));
    }

    /** Its id is another message's before the index has come by: a fork reads it, and finds it, all the same. */
    @Test
    void whatGivesUpItsIdAtOnceIsFoundInAFork() {
        var word = uniqueWord();
        var forks = new ArrayList<String>();
        for (int i = 0; i < 10; i++) {
            var source = session();
            append(source, message("m0", word)).expect(201);
            forks.add(fork(source, "m0"));
            retain(source, 1);
            append(source, message("m1", "x")).expect(201);
            append(source, message("m0", "y")).expect(201);
        }
        awaitIndexed();
        forks.forEach(fork -> assertEquals(List.of("m0"), found(fork, word)));
    }

    /** The oldest fork has let go of it; another one shows it, and tells it. */
    @Test
    void aMessageIsFoundOnceInTheForkThatRetainsIt() {
        var word = uniqueWord();
        var source = session();
        append(source, message("m0", word), message("m1", "x"), message("m2", "x"))
                .expect(201);
        appendUnder(source, "m1", message("s0", "x"), message("s1", "x")).expect(201);
        var whole = fork(source, null);
        retain(source, 1);
        var trimmed = fork(source, null);
        var last = fork(whole, null);
        delete(source);
        delete(whole);
        awaitIndexed();
        assertEquals(List.of(), found(trimmed, word));
        assertEquals(List.of("m0"), found(last, word));
        var across = api().get(SEARCH).query("q", word).send().expect(200);
        assertEquals(List.of(last), across.all("/items", "sessionId"));
    }

    /** Its own first branch still says where it left what is gone from the tables by now. */
    @Test
    void aForkThatLetGoOfAllItInheritedIsForkedAndDeleted() {
        var source = sessionWithMessages(4);
        var middle = fork(source, null);
        retain(middle, 2);
        append(middle, message("a", "a"), message("b", "b"), message("c", "c")).expect(201);
        assertEquals(List.of("b", "c"), path(middle));
        delete(source);
        swept();
        var last = fork(middle, null);
        append(last, message("d", "d")).expect(201);
        delete(middle);
        swept();
        swept();
        assertEquals(List.of("c", "d"), path(last));
        assertEquals(List.of("c", "d"), entries(last));
        delete(last);
        swept();
    }

    @Test
    void aForkThatLetGoOfAllItInheritedTellsNothingOfIt() {
        var source = sessionWithMessages(3);
        var fork = fork(source, null);
        retain(fork, 2);
        append(fork, message("a", "a"), message("b", "b")).expect(201);
        assertEquals(List.of("a", "b"), path(fork));
        assertEquals(List.of("a", "b"), entries(fork));
        assertNull(parentOf(fork, "a"));
        entry(fork, "m2").problem(404, "message-not-found");
        append(fork, message("m2", "an id that is free")).expect(201);
        assertEquals(List.of("b", "m2"), path(fork));
        api().delete(MESSAGE, fork, "m2").send().expect(204);
        api().delete(MESSAGE, fork, "b").send().expect(204);
        assertNull(get(fork).at("/leafId"));
        assertEquals(List.of(), path(fork));
        assertEquals(List.of(), ids(api().get(SESSION + "/leaves", fork).send().expect(200)));
        assertEquals(List.of("m0", "m1", "m2"), path(source));
    }

    @Test
    void aClientThatSendsAllItHasAppendsNothingTwiceToAFork() {
        var source = sessionWithMessages(4);
        retain(source, 2);
        var fork = fork(source, null);
        var answer = append(
                        fork,
                        message("m0", "user", "text 0"),
                        message("m1", "assistant", "text 1"),
                        message("m2", "user", "text 2"),
                        message("m3", "assistant", "text 3"),
                        message("new", "x"))
                .expect(201);
        assertEquals("trimmed", answer.at("/appended/0/reason"));
        assertEquals("trimmed", answer.at("/appended/1/reason"));
        assertNull(answer.at("/appended/2/reason"));
        assertFalse(answer.json().at("/appended/2/inserted").asBoolean());
        assertEquals(List.of("m3", "new"), path(fork));
    }

    @Test
    void aSplitOfATrimmedSessionRetainsAsMuch() {
        var old = sessionWithMessages(5);
        retain(old, 2);
        var fresh = api().post("/v1/sessions/{}/split", old)
                .json(Json.object("summary", "s"))
                .send()
                .expect(201);
        assertEquals(2, fresh.number("/maxMessages"));
        assertEquals(1, fresh.number("/messageCount"));
        assertEquals(List.of("m3", "m4"), path(old));
        var answer =
                append(fresh.at("/id"), message("a", "a"), message("b", "b")).expect(201);
        assertEquals(1, answer.number("/trimmed"));
        assertEquals(List.of("a", "b"), path(fresh.at("/id")));
    }
}
