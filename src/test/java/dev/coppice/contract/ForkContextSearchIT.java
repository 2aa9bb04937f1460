package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Searches of a fork in entries of its blocks and in other sessions of its user. */
@Order(IndexApi.FIRST)
@RunsAlone("rebuilds and verifies the whole index")
class ForkContextSearchIT extends PromptApi {
    private static final String NOTES = "{'label':'notes','provider':{'type':'search'},'scope':'session'}";

    private static String fork(String source) {
        return ForkApi.fork(source, null).expect(201).at("/id");
    }

    private static List<String> searchNotes(String session, String q) {
        return api().get(ENTRIES, session, "notes")
                .query("q", q)
                .send()
                .expect(200)
                .all("/items", "key");
    }

    private static List<String> searchHistory(String session, String q) {
        return api().get(ENTRIES, session, "history").query("q", q).send().expect(200).all("/items", "key").stream()
                .map(key -> key.substring(0, key.indexOf(' ')))
                .toList();
    }

    @Test
    void inheritedEntriesAreFoundInSourceAndFork() {
        var source = sessionWith(NOTES);
        putEntry(source, "notes", "early", "The walnut is ripe.", null).expect(201);
        putEntry(source, "notes", "kept", "The walnut fell.", null).expect(201);
        append(source, message("a", "a")).expect(201);
        var fork = fork(source);
        assertEquals(
                List.of("early", "kept"),
                searchNotes(fork, "walnut").stream().sorted().toList());
        putEntry(source, "notes", "early", "The hazel is ripe.", null).expect(200);
        putEntry(fork, "notes", "own", "A walnut of its own.", null).expect(201);
        assertEquals(List.of("kept"), searchNotes(source, "walnut"));
        assertEquals(
                List.of("early", "kept", "own"),
                searchNotes(fork, "walnut").stream().sorted().toList());
        api().delete(SESSION, source).send().expect(204);
        assertEquals(
                List.of("early", "kept", "own"),
                searchNotes(fork, "walnut").stream().sorted().toList());
        IndexApi.runToEnd("rebuild");
        assertEquals(
                List.of("early", "kept", "own"),
                searchNotes(fork, "walnut").stream().sorted().toList());
        api().delete(SESSION, fork).send().expect(204);
        awaitIndexed();
        IndexApi.assertNothingToRepair();
    }

    @Test
    void splitInheritsEntries() {
        var source = sessionWith(NOTES);
        putEntry(source, "notes", "early", "The walnut is ripe.", null).expect(201);
        var next = api().post("/v1/sessions/{}/split", source)
                .json("{\"summary\":\"Nuts.\"}")
                .send()
                .expect(201)
                .at("/id");
        assertEquals(List.of("early"), searchNotes(next, "walnut"));
        assertEquals(List.of("early"), searchNotes(source, "walnut"));
    }

    @Test
    void historyBlockFindsInheritedMessagesOnceAndNoOwnOnes() {
        var word = uniqueWord();
        var agent = agentWith("'searchableHistory':true,");
        var user = unique("u");
        var source = sessionOf(agent, user);
        append(source, message("a", "first " + word), message("b", "second " + word))
                .expect(201);
        var fork = fork(source);
        var other = fork(source);
        append(fork, message("f", "third " + word)).expect(201);
        awaitIndexed();
        assertEquals(
                List.of(fork),
                searchHistory(source, word),
                "messages inherited by forks are the own ones of the source");
        assertEquals(List.of(source, source), searchHistory(fork, word));
        assertEquals(
                List.of(fork, source, source).stream().sorted().toList(),
                searchHistory(other, word).stream().sorted().toList());
        api().delete(SESSION, source).send().expect(204);
        assertEquals(List.of(other, other), searchHistory(fork, word), "the other fork has the same messages");
        assertEquals(List.of(fork, fork, fork), searchHistory(other, word));
    }
}
