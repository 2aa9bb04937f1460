package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Inherited messages are found in the fork as the fork shows them, and once in a search over all sessions. */
@Order(IndexApi.FIRST)
@RunsAlone("rebuilds and verifies the whole index")
class ForkSearchIT extends SearchApi {
    private final String word = uniqueWord();

    private static String fork(String source, String message) {
        return ForkApi.fork(source, message).expect(201).at("/id");
    }

    private static void update(String session, String id, String text) {
        api().put(MESSAGE, session, id).json(message(id, text)).send().expect(200);
    }

    private static void remove(String session, String id) {
        api().delete(MESSAGE, session, id).send().expect(204);
    }

    private static void delete(String session) {
        api().delete(SESSION, session).send().expect(204);
    }

    private static void clear(String session) {
        api().post(SESSION + "/clear", session).send().expect(200);
    }

    /** Hits over all sessions, each as a message and the session that owns the hit; sorted. Empty if partial. */
    private static List<String> ownedHits(Api api, String q, String... parameters) {
        var call = api.get(SEARCH).query("q", q).query("limit", 100);
        for (int i = 0; i < parameters.length; i += 2) {
            call.query(parameters[i], parameters[i + 1]);
        }
        var answer = call.send().expect(200);
        var ownedHits = new ArrayList<String>();
        if (!answer.json().path("partial").asBoolean()) {
            answer.json()
                    .path("items")
                    .forEach(item ->
                            ownedHits.add(hit(Json.text(item.path("sessionId")), Json.text(item.path("messageId")))));
        }
        return ownedHits.stream().sorted().toList();
    }

    private static List<String> ownedHits(String q, String... parameters) {
        return ownedHits(api(), q, parameters);
    }

    private static String hit(String session, String message) {
        return message + " by " + session;
    }

    @Test
    void forkFindsInheritedAndOwnMessages() {
        var source = indexedSession("a " + word, "b " + word, "c " + word);
        appendUnder(source, "m0", message("side", word)).expect(201);
        var fork = fork(source, "m1");
        append(source, message("s", word)).expect(201);
        append(fork, message("f", word)).expect(201);
        awaitIndexed();
        assertEquals(List.of("f", "m0", "m1"), found(fork, word));
        assertEquals(List.of("m0", "m1", "m2", "s", "side"), found(source, word));
        assertEquals(
                List.of(
                        hit(fork, "f"),
                        hit(source, "m0"),
                        hit(source, "m1"),
                        hit(source, "m2"),
                        hit(source, "s"),
                        hit(source, "side")),
                ownedHits(word));
    }

    @Test
    void inheritedMessagesAreFilteredPagedAndShownLikeOwnOnes() {
        var source = session();
        append(source, message("a", word + " one"), message("b", "assistant", word + " <two>"))
                .expect(201);
        var fork = fork(source, "b");
        append(fork, message("c", word + " three")).expect(201);
        appendUnder(fork, "a", message("d", word + " four")).expect(201);
        awaitIndexed();
        assertEquals(
                List.of("b"),
                exactHits(call(fork, word).query("role", "assistant").send()));
        assertEquals(
                List.of("a", "d"),
                exactHits(call(fork, word).query("leafId", "d").send()).stream()
                        .sorted()
                        .toList());
        assertEquals(
                List.of("a", "b"),
                exactHits(call(fork, word).query("leafId", "b").send()).stream()
                        .sorted()
                        .toList());
        var pages = allItems("items", cursor -> {
            var page = call(fork, word).query("limit", 1);
            return (cursor == null ? page : page.query("cursor", cursor)).send();
        });
        assertEquals(
                List.of("a", "b", "c", "d"),
                pages.stream()
                        .map(hit -> Json.text(hit.path("messageId")))
                        .sorted()
                        .toList());
        var hit = call(fork, "two").query("include", "text,neighbours").send().expect(200);
        assertEquals(fork, hit.at("/items/0/sessionId"));
        assertEquals(word + " &lt;<mark>two</mark>&gt;", hit.at("/items/0/snippet"));
        assertEquals(word + " <two>", hit.at("/items/0/text"));
        assertEquals("a", hit.at("/items/0/neighbours/before/messageId"));
        assertEquals("c", hit.at("/items/0/neighbours/after/messageId"));
    }

    @Test
    void sourceAndForkFindTheirOwnTexts() {
        var early = uniqueWord();
        var late = uniqueWord();
        var own = uniqueWord();
        var source = indexedSession("a " + word, "b " + word, "c " + word, "d " + word);
        update(source, "m1", early);
        remove(source, "m3");
        append(source, message("e", "end " + word)).expect(201);
        var fork = fork(source, "e");
        update(source, "m1", late);
        remove(source, "m0");
        update(fork, "m2", own);
        remove(fork, "e");
        awaitIndexed();
        assertEquals(List.of("m1"), found(fork, early), "the fork inherits the edit");
        assertEquals(List.of(), found(source, early));
        assertEquals(List.of("m1"), found(source, late));
        assertEquals(List.of(), found(fork, late));
        assertEquals(List.of("m2"), found(fork, own));
        assertEquals(List.of("m0"), found(fork, word));
        assertEquals(List.of("e", "m2"), found(source, word));
        assertEquals(List.of(hit(fork, "m1")), ownedHits(early));
        assertEquals(List.of(hit(source, "m1")), ownedHits(late));
        assertEquals(
                List.of(hit(fork, "m0"), hit(source, "e"), hit(source, "m2")).stream()
                        .sorted()
                        .toList(),
                ownedHits(word));
        update(fork, "m2", "again " + word);
        remove(fork, "m0");
        awaitIndexed();
        assertEquals(List.of(), found(fork, own));
        assertEquals(List.of("m2"), found(fork, word));
        assertEquals(
                List.of(hit(source, "e"), hit(source, "m2")),
                ownedHits(word),
                "the hit for m2 belongs to the source, though the fork's text matches too");
    }

    @Test
    void reusedIdOfInheritedMessageIsFoundWithNewText() {
        var changed = uniqueWord();
        var fresh = uniqueWord();
        var fork = fork(indexedSession(word, "end"), null);
        update(fork, "m0", changed);
        awaitIndexed();
        assertEquals(List.of("m0"), found(fork, changed));
        remove(fork, "m0");
        append(fork, message("m0", fresh)).expect(201);
        awaitIndexed();
        assertEquals(List.of(), found(fork, changed));
        assertEquals(List.of(), found(fork, word));
        assertEquals(List.of("m0"), found(fork, fresh));
        IndexApi.assertNothingToRepair();
    }

    @Test
    void hitBelongsToSourceThenToOldestFork() {
        var source = indexedSession("a " + word, "b " + word);
        var first = fork(source, "m0");
        var second = fork(source, "m1");
        var third = fork(second, "m1");
        awaitIndexed();
        assertEquals(List.of(hit(source, "m0"), hit(source, "m1")), ownedHits(word));
        update(source, "m1", "changed");
        remove(source, "m0");
        awaitIndexed();
        assertEquals(List.of(hit(first, "m0"), hit(second, "m1")), ownedHits(word));
        delete(source);
        assertEquals(List.of(hit(first, "m0"), hit(second, "m1")), ownedHits(word));
        awaitIndexed();
        assertEquals(List.of(hit(first, "m0"), hit(second, "m1")), ownedHits(word));
        delete(first);
        remove(second, "m1");
        assertEquals(
                List.of(hit(second, "m0"), hit(third, "m1")).stream().sorted().toList(), ownedHits(word));
        delete(second);
        assertEquals(List.of(hit(third, "m0"), hit(third, "m1")), ownedHits(word));
        delete(third);
        assertEquals(List.of(), ownedHits(word));
        awaitIndexed();
        assertEquals(List.of(), ownedHits(word));
    }

    @Test
    void forkOfForkFindsMessagesOfDeletedSessions() {
        var source = indexedSession("a " + word, "b " + word);
        var middle = fork(source, "m1");
        append(middle, message("x", word)).expect(201);
        var last = fork(middle, "x");
        append(middle, message("y", word)).expect(201);
        append(last, message("z", word)).expect(201);
        delete(source);
        delete(middle);
        awaitIndexed();
        assertEquals(List.of("m0", "m1", "x", "z"), found(last, word));
        assertEquals(List.of(hit(last, "m0"), hit(last, "m1"), hit(last, "x"), hit(last, "z")), ownedHits(word));
    }

    @Test
    void messageWithSeveralTextsIsFoundOnce() {
        var source = indexedSession("a " + word, "b " + word + " " + word, "end");
        update(source, "m0", "now " + word);
        var fork = fork(source, null);
        var other = fork(source, null);
        update(source, "m1", word + " by the source");
        update(fork, "m1", word + " by the fork");
        update(other, "m0", word + " " + word);
        append(fork, message("f", word)).expect(201);
        awaitIndexed();
        assertEquals(List.of(hit(fork, "f"), hit(source, "m0"), hit(source, "m1")), ownedHits(word));
        var pages = allItems("items", cursor -> {
            var page = api().get(SEARCH).query("q", word).query("limit", 1);
            return (cursor == null ? page : page.query("cursor", cursor)).send();
        });
        assertEquals(
                List.of("f", "m0", "m1"),
                pages.stream()
                        .map(hit -> Json.text(hit.path("messageId")))
                        .sorted()
                        .toList());
    }

    @Test
    void filtersApplyToMessagesInheritedFromDeletedSource() {
        var namespace = unique("n");
        var source = sessionIn(api(), namespace, word, "userId", "u-" + word, "agent", "helper", "source", "slack");
        var fork = api().post(ForkApi.FORK, source)
                .query("namespace", namespace)
                .send()
                .expect(201)
                .at("/id");
        api().delete(SESSION, source).query("namespace", namespace).send().expect(204);
        awaitIndexed();
        var hit = List.of(hit(fork, "m0"));
        IndexApi.runToEnd("rebuild");
        assertEquals(List.of(), ownedHits(word));
        assertEquals(hit, ownedHits(word, "namespace", namespace));
        assertEquals(hit, ownedHits(word, "namespace", "*", "userId", "u-" + word));
        assertEquals(List.of(), ownedHits(word, "namespace", "*", "userId", "somebody"));
        assertEquals(hit, ownedHits(word, "namespace", namespace, "agent", "helper", "source", "slack"));
        assertEquals(List.of(), ownedHits(word, "namespace", namespace, "source", "mail"));
        var foreign = api().as(token(unique("other"), "admin", "write"));
        assertEquals(List.of(), ownedHits(foreign, word, "namespace", "*"));
    }

    @Test
    void excludedSessionYieldsNoHitsButItsForksDo() {
        var source = indexedSession("a " + word, "b " + word, "c " + word);
        var fork = fork(source, "m1");
        append(fork, message("f", word)).expect(201);
        awaitIndexed();
        assertEquals(
                List.of(hit(source, "m0"), hit(source, "m1"), hit(source, "m2")),
                ownedHits(word, "excludeSessionId", fork));
        assertEquals(
                List.of(hit(fork, "f"), hit(fork, "m0"), hit(fork, "m1")), ownedHits(word, "excludeSessionId", source));
    }

    @Test
    void clearedMessagesAreStillFoundInForks() {
        var later = uniqueWord();
        var source = indexedSession("a " + word, "b " + word);
        var fork = fork(source, "m0");
        clear(source);
        append(source, message("m0", later)).expect(201);
        assertEquals(List.of(), found(source, word));
        awaitIndexed();
        assertEquals(List.of("m0"), found(fork, word));
        assertEquals(List.of(), found(source, word));
        assertEquals(List.of("m0"), found(source, later));
        assertEquals(List.of(hit(fork, "m0")), ownedHits(word));
        clear(fork);
        assertEquals(List.of(), found(fork, word));
        awaitIndexed();
        assertEquals(List.of(), ownedHits(word));
        assertEquals(List.of(hit(source, "m0")), ownedHits(later));
    }

    @Test
    void expiredForkYieldsNoHits() {
        var source = indexedSession(word);
        var fork = fork(source, null);
        var other = fork(source, null);
        delete(source);
        awaitIndexed();
        assertEquals(List.of(hit(fork, "m0")), ownedHits(word));
        api().patch(SESSION, fork).json("{\"ttlSeconds\":1}").send().expect(200);
        Await.until("the session expires", SOON, () -> ownedHits(word).equals(List.of(hit(other, "m0"))));
    }

    @Test
    void rebuiltIndexFindsTheSame() {
        var edited = uniqueWord();
        var source = indexedSession("a " + word, "b " + word, "c " + word, "d " + word);
        update(source, "m1", edited);
        var early = fork(source, "m1");
        var late = fork(source, "m2");
        update(late, "m2", "the fork's " + edited);
        remove(source, "m0");
        var cleared = indexedSession("k " + word, "l " + word);
        var clearedFork = fork(cleared, "m0");
        clear(cleared);
        for (var deleted : List.of("", source, early)) {
            if (!deleted.isEmpty()) {
                delete(deleted);
            }
            awaitIndexed();
            var before = List.of(
                    ownedHits(word),
                    ownedHits(edited),
                    found(late, word),
                    found(late, edited),
                    found(clearedFork, word));
            IndexApi.assertNothingToRepair();
            IndexApi.runToEnd("rebuild");
            IndexApi.assertNothingToRepair();
            assertEquals(
                    before,
                    List.of(
                            ownedHits(word),
                            ownedHits(edited),
                            found(late, word),
                            found(late, edited),
                            found(clearedFork, word)),
                    "without " + deleted);
        }
        assertEquals(
                List.of(hit(late, "m0"), hit(clearedFork, "m0")).stream()
                        .sorted()
                        .toList(),
                ownedHits(word));
        assertEquals(List.of("m1", "m2"), found(late, edited));
    }
}
