package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.coppice.support.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Forks of sessions with trimmed messages, and forks that trim messages they inherited. */
class ForkRetentionIT extends FeedApi {

    private static String fork(String source, String at) {
        return ForkApi.fork(source, at).expect(201).at("/id");
    }

    private static void delete(String session) {
        api().delete(SESSION, session).send().expect(204);
    }

    private static List<String> entryIds(String session) {
        return allEntries(api(), session, 2).stream()
                .map(item -> Json.text(item.at("/message/id")))
                .toList();
    }

    /** Creates a session whose leaf is on a second branch, which starts at {@code m1}: {@code m0 m1 s0 s1 s2}. */
    private static String sessionWithLeafOnBranch() {
        var session = sessionWithMessages(4);
        appendUnder(session, "m1", message("s0", "s0"), message("s1", "s1"), message("s2", "s2"))
                .expect(201);
        return session;
    }

    /** Waits for a whole sweep: its last step reports an event. */
    private static void awaitSweep() {
        var session = session();
        retain(session, 1);
        try (var stream = watch(session)) {
            append(session, message("a", "a"), message("b", "b")).expect(201);
            stream.until("the purge event", s -> s.names().contains("MessagesPurged"));
        }
    }

    @Test
    void forkInheritsRetainedMessagesOnly() {
        var source = sessionWithMessages(6);
        retain(source, 3);
        var answer = ForkApi.fork(source, "m4").expect(201);
        var fork = answer.at("/id");
        assertEquals(List.of("m3", "m4"), path(fork));
        assertEquals(2, answer.number("/messageCount"));
        assertEquals(3, answer.number("/maxMessages"));
        assertEquals(history(fork).number("/tokens"), answer.number("/tokens"));
        assertEquals(2, history(fork).number("/pathLength"));
        assertEquals(List.of("m3", "m4"), entryIds(fork));
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
    void inheritedMessagesCountTowardRetention() {
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

    /** Retention counts the path of the leaf only: another branch may be longer until a message is appended to it. */
    @Test
    void longerBranchIsTrimmedByNextAppendOnly() {
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
    void trimmingSourceOrForkDoesNotAffectTheOther() {
        var source = sessionWithMessages(6);
        var fork = fork(source, null);
        var other = fork(source, null);
        retain(source, 2);
        retain(other, 1);
        awaitSweep();
        assertEquals(List.of("m0", "m1", "m2", "m3", "m4", "m5"), path(fork));
        assertEquals(List.of("m4", "m5"), path(source));
        assertEquals(List.of("m5"), path(other));
        assertEquals(List.of("m0"), path(fork(fork, "m0")));
        delete(source);
        awaitSweep();
        assertEquals(List.of("text 0", "text 1", "text 2", "text 3", "text 4", "text 5"), ForkApi.texts(fork));
        assertEquals(List.of("m5"), path(other));
    }

    @Test
    void forkInheritsSummaryOfTrimmedMessages() {
        var source = sessionWithLeafOnBranch();
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

    /** The id is reused before the index is updated; the fork still reads and finds its message. */
    @Test
    void trimmedMessageWithReusedIdIsFoundInFork() {
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

    /** The oldest fork has trimmed the message; another fork shows it and owns the hit. */
    @Test
    void messageIsFoundOnceInForkThatRetainsIt() {
        var word = uniqueWord();
        var source = session();
        append(source, message("m0", word), message("m1", "x"), message("m2", "x"))
                .expect(201);
        appendUnder(source, "m1", message("s0", "x"), message("s1", "x")).expect(201);
        var fullFork = fork(source, null);
        retain(source, 1);
        var trimmedFork = fork(source, null);
        var last = fork(fullFork, null);
        delete(source);
        delete(fullFork);
        awaitIndexed();
        assertEquals(List.of(), found(trimmedFork, word));
        assertEquals(List.of("m0"), found(last, word));
        var tenantSearch = api().get(SEARCH).query("q", word).send().expect(200);
        assertEquals(List.of(last), tenantSearch.all("/items", "sessionId"));
    }

    /** Its first branch still refers to inherited rows that are already purged. */
    @Test
    void forkWithTrimmedInheritanceMayBeForkedAndDeleted() {
        var source = sessionWithMessages(4);
        var middle = fork(source, null);
        retain(middle, 2);
        append(middle, message("a", "a"), message("b", "b"), message("c", "c")).expect(201);
        assertEquals(List.of("b", "c"), path(middle));
        delete(source);
        awaitSweep();
        var last = fork(middle, null);
        append(last, message("d", "d")).expect(201);
        delete(middle);
        awaitSweep();
        awaitSweep();
        assertEquals(List.of("c", "d"), path(last));
        assertEquals(List.of("c", "d"), entryIds(last));
        delete(last);
        awaitSweep();
    }

    @Test
    void forkHidesTrimmedInheritedMessages() {
        var source = sessionWithMessages(3);
        var fork = fork(source, null);
        retain(fork, 2);
        append(fork, message("a", "a"), message("b", "b")).expect(201);
        assertEquals(List.of("a", "b"), path(fork));
        assertEquals(List.of("a", "b"), entryIds(fork));
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
    void resentMessagesAreNotAppendedTwiceToFork() {
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
    void splitInheritsMaxMessages() {
        var source = sessionWithMessages(5);
        retain(source, 2);
        var successor = api().post("/v1/sessions/{}/split", source)
                .json(Json.object("summary", "s"))
                .send()
                .expect(201);
        assertEquals(2, successor.number("/maxMessages"));
        assertEquals(1, successor.number("/messageCount"));
        assertEquals(List.of("m3", "m4"), path(source));
        var answer = append(successor.at("/id"), message("a", "a"), message("b", "b"))
                .expect(201);
        assertEquals(1, answer.number("/trimmed"));
        assertEquals(List.of("a", "b"), path(successor.at("/id")));
    }
}
