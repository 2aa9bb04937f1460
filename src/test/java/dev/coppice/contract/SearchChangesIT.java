package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Await;
import dev.coppice.support.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Search follows changes of messages and sessions: deletions at once, new text within seconds. */
class SearchChangesIT extends SearchApi {

    private static List<String> foundInTenant(String q) {
        return exactHits(
                api().get(SEARCH).query("q", q).query("namespace", "*").send().expect(200));
    }

    private static void update(String session, String id, String text) {
        api().put(MESSAGE, session, id).json(message(id, text)).send().expect(200);
    }

    @Test
    void updatedMessageIsFoundByNewTextOnly() {
        for (var changed : List.of("m0", "m1", "m2")) {
            var before = uniqueWord();
            var after = uniqueWord();
            var id = indexedSession("first " + before, "second " + before, "third " + before);
            update(id, changed, "now " + after);
            awaitIndexed();
            assertEquals(List.of(changed), found(id, after));
            assertEquals(List.of(changed), foundInTenant(after));
            assertEquals(2, found(id, before).size(), changed);
            assertTrue(!found(id, before).contains(changed), changed);
        }
    }

    @Test
    void lastOfSeveralUpdatesIsFound() {
        var words = List.of(uniqueWord(), uniqueWord(), uniqueWord());
        var id = indexedSession("begin", "middle", "end");
        for (var word : words) {
            update(id, "m1", word);
            update(id, "m2", word);
        }
        awaitIndexed();
        assertEquals(List.of(), found(id, words.get(0)));
        assertEquals(List.of(), found(id, words.get(1)));
        assertEquals(List.of("m1", "m2"), found(id, words.get(2)));
        update(id, "m1", words.get(0));
        awaitIndexed();
        assertEquals(List.of("m1"), found(id, words.get(0)));
        assertEquals(List.of("m2"), found(id, words.get(2)));
    }

    @Test
    void snippetAndTextShowCurrentMessage() {
        var id = indexedSession("needle in the hay");
        update(id, "m0", "needle in the <grass>");
        var hit = call(id, "needle").query("include", "text").send().expect(200);
        assertEquals("<mark>needle</mark> in the &lt;grass&gt;", hit.at("/items/0/snippet"));
        assertEquals("needle in the <grass>", hit.at("/items/0/text"));
    }

    @Test
    void messagePutUnderNewIdIsFound() {
        var word = uniqueWord();
        var id = indexedSession("hello");
        api().put(MESSAGE, id, "new").json(message("new", word)).send().expect(201);
        awaitIndexed();
        assertEquals(List.of("new"), found(id, word));
    }

    @Test
    void deletedMessageIsNotFound() {
        var word = uniqueWord();
        var id = indexedSession("a " + word, "b " + word, "c " + word);
        api().delete(MESSAGE, id, "m2").send().expect(204);
        assertEquals(List.of("m0", "m1"), found(id, word));
        api().delete(MESSAGE, id, "m0").send().expect(204);
        assertEquals(List.of("m1"), found(id, word));
        awaitIndexed();
        assertEquals(List.of("m1"), found(id, word));
        assertEquals(List.of("m1"), foundInTenant(word));
        append(id, message("m2", "again " + word)).expect(201);
        awaitIndexed();
        assertEquals(List.of("m1", "m2"), found(id, word));
    }

    @Test
    void clearedSessionHasNoHitsUntilNextAppend() {
        var old = uniqueWord();
        var fresh = uniqueWord();
        var id = indexedSession("a " + old, "b " + old);
        api().post(SESSION + "/clear", id).send().expect(200);
        assertEquals(List.of(), found(id, old));
        assertEquals(List.of(), foundInTenant(old));
        append(id, message("m0", fresh)).expect(201);
        awaitIndexed();
        assertEquals(List.of("m0"), found(id, fresh));
        assertEquals(List.of(), found(id, old));
    }

    @Test
    void deletedSessionIsNotFoundAndItsIdStartsEmpty() {
        var old = uniqueWord();
        var fresh = uniqueWord();
        var id = indexedSession("a " + old, "b " + old);
        api().delete(SESSION, id).send().expect(204);
        call(id, old).send().problem(404, "session-not-found");
        assertEquals(List.of(), foundInTenant(old));
        create(Json.object("id", id)).expect(201);
        assertEquals(List.of(), found(id, old));
        append(id, message("m0", fresh)).expect(201);
        awaitIndexed();
        assertEquals(List.of(), found(id, old));
        assertEquals(List.of(), foundInTenant(old));
        assertEquals(List.of("m0"), foundInTenant(fresh));
    }

    @Test
    void expiredSessionIsNotFound() {
        var word = uniqueWord();
        var id = indexedSession("here " + word);
        assertEquals(List.of("m0"), foundInTenant(word));
        api().patch(SESSION, id).json("{\"ttlSeconds\":1}").send().expect(200);
        Await.until("the session expires", SOON, () -> foundInTenant(word).isEmpty());
        call(id, word).send().problem(404, "session-not-found");
        assertEquals(List.of(), foundInTenant(word.substring(0, 12) + "*"));
    }

    @Test
    void hitsShowCurrentSessionName() {
        var word = uniqueWord();
        var id = indexedSession(word);
        api().patch(SESSION, id).json("{\"name\":\"renamed\"}").send().expect(200);
        assertEquals("renamed", search(id, word).at("/items/0/sessionName"));
    }
}
