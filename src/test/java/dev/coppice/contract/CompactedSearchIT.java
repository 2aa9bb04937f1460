package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The history search finds those messages of its own session that summaries replace, and no others of it. */
class CompactedSearchIT extends ToolApi {
    /** Number of matches that a search ranks. */
    private static final int RANKED = 1000;

    private static final int BATCH = 100;

    private final String word = uniqueWord();
    private final String user = unique("user");
    private final String agent = agentWith("'searchableHistory':true,");

    /** Creates a session with the messages {@code m0, m1, …}; each text is its id and the word. */
    private String sessionWithWord(int length) {
        var id = sessionOf(agent, user);
        append(id, IntStream.range(0, length).mapToObj(i -> text("m" + i)).toArray(String[]::new))
                .expect(201);
        return id;
    }

    private String text(String id) {
        return message(id, id + " " + word);
    }

    private static HttpAnswer compact(String session, String from, String to) {
        return api().post(CompactionsIT.COMPACTIONS, session)
                .json(Json.object("fromMessageId", from, "toMessageId", to, "summary", "A summary."))
                .send()
                .expect(201);
    }

    /** The found messages as {@code <session> <id>}, sorted. */
    private List<String> found(String session) {
        var answer = api().get(ENTRIES, session, "history")
                .query("q", word)
                .query("limit", 200)
                .send()
                .expect(200);
        var found = new ArrayList<String>();
        answer.json().path("items").forEach(item -> {
            var key = Json.text(item.path("key"));
            var content = Json.text(item.path("content"));
            found.add(key.substring(0, key.indexOf(' ')) + " " + content.replace(" " + word, ""));
        });
        return found.stream().sorted().toList();
    }

    private static List<String> of(String session, String... ids) {
        return List.of(ids).stream().map(id -> session + " " + id).sorted().toList();
    }

    @Test
    void modelFindsCompactedMessagesOfItsSession() {
        var id = sessionWithWord(6);
        assertEquals("No results found.", result(id, "session_search", "{'query':'" + word + "'}"));
        var compaction = compact(id, "m1", "m3").at("/id");
        var result = result(id, "session_search", "{'query':'" + word + "'}");
        assertEquals(3, result.split("\n---\n").length, result);
        assertTrue(result.startsWith("[" + id + ", "), result);
        assertEquals(of(id, "m1", "m2", "m3"), found(id));
        assertEquals(
                List.of("m2 " + word),
                texts(api().get(ENTRIES, id, "history")
                        .query("q", "m2")
                        .send()
                        .expect(200)
                        .json()
                        .path("items")
                        .findValues("content")));
        api().delete(CompactionsIT.COMPACTIONS + "/{}", id, compaction).send().expect(204);
        assertEquals(List.of(), found(id));
    }

    private static List<String> texts(List<tools.jackson.databind.JsonNode> values) {
        return values.stream().map(Json::text).toList();
    }

    @Test
    void otherSessionsAreStillFound() {
        var other = sessionWithWord(2);
        var id = sessionWithWord(4);
        compact(id, "m0", "m1");
        compact(other, "m0", "m1");
        assertEquals(
                List.of(of(id, "m0", "m1"), of(other, "m0", "m1")).stream()
                        .flatMap(List::stream)
                        .sorted()
                        .toList(),
                found(id));
        assertEquals(List.of(), found(sessionOf(agent, unique("user"))));
    }

    /** More messages of users match than a search ranks, and better. */
    @Test
    void sessionsWithoutUserAreFoundAmongManyOfUsers() {
        var ofUser = sessionOf(agent, user);
        for (int from = 0; from <= RANKED; from += BATCH) {
            append(
                            ofUser,
                            IntStream.range(from, from + BATCH)
                                    .mapToObj(i -> message("m" + i, word))
                                    .toArray(String[]::new))
                    .expect(201);
        }
        var ofNobody = sessionOf(agent, null);
        append(ofNobody, message("m", "It is a longer text, which ranks lower, with the word " + word))
                .expect(201);
        assertEquals(1, found(sessionOf(agent, null)).size());
    }

    @Test
    void currentTextsOfCompactedMessagesAreFound() {
        var id = sessionWithWord(6);
        compact(id, "m0", "m3");
        api().put(MESSAGE, id, "m1")
                .json(message("m1", "edited " + word))
                .send()
                .expect(200);
        api().delete(MESSAGE, id, "m2").send();
        assertEquals(of(id, "edited", "m0", "m3"), found(id));
    }

    /** A fork that still reads the old texts must not bring them back. */
    @Test
    void replacedTextsAreNotFoundInForks() {
        var id = sessionWithWord(4);
        var fork = ForkApi.fork(id, "m3").expect(201).at("/id");
        compact(id, "m0", "m2");
        api().put(MESSAGE, id, "m1")
                .json(message("m1", "edited " + word))
                .send()
                .expect(200);
        api().delete(MESSAGE, id, "m2").send();
        assertEquals(of(id, "edited", "m0"), found(id));
        assertEquals(of(id, "edited", "m0", "m3"), found(fork));
    }

    @Test
    void onlyCompactionsOfCurrentPathCount() {
        var id = sessionWithWord(4);
        compact(id, "m0", "m2");
        appendUnder(id, "m0", text("x")).expect(201);
        assertEquals(List.of(), found(id));
        appendUnder(id, "m3", text("m4")).expect(201);
        assertEquals(of(id, "m0", "m1", "m2"), found(id));
    }

    @Test
    void forkFindsInheritedCompactedMessagesOfDeletedSource() {
        var id = sessionWithWord(4);
        compact(id, "m0", "m1");
        var fork = ForkApi.fork(id, null).expect(201).at("/id");
        append(fork, text("f0"), text("f1"), text("f2")).expect(201);
        assertEquals(of(id, "m0", "m1", "m2", "m3"), found(fork));
        api().delete(SESSION, id).send().expect(204);
        assertEquals(of(fork, "m0", "m1"), found(fork));
        compact(fork, "m3", "f0");
        assertEquals(of(fork, "f0", "m0", "m1", "m3"), found(fork));
    }

    @Test
    void foundMessagesAreThoseThatHistoryHides() {
        var random = new Random(7);
        var id = sessionWithWord(20);
        appendUnder(
                        id,
                        "m9",
                        IntStream.range(20, 30).mapToObj(i -> text("m" + i)).toArray(String[]::new))
                .expect(201);
        var onPath = path(id);
        for (var round = 0; round < 25; round++) {
            var from = random.nextInt(onPath.size() - 2);
            var to = from + random.nextInt(Math.min(6, onPath.size() - from));
            api().post(CompactionsIT.COMPACTIONS, id)
                    .json(Json.object(
                            "fromMessageId", onPath.get(from), "toMessageId", onPath.get(to), "summary", "A summary."))
                    .send();
            var hidden = new HashSet<>(onPath);
            path(id).forEach(hidden::remove);
            assertEquals(of(id, hidden.toArray(String[]::new)), found(id));
        }
    }
}
