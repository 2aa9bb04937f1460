package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Await;
import dev.coppice.support.SharedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Administration of the search index: status, verification, rebuild, health and permissions. */
@Order(IndexApi.FIRST)
@RunsAlone("rebuilds and verifies the whole index")
@Tag("chaos")
class IndexAdminIT extends SearchApi {

    @Test
    void statusShowsStateAndProgressOfIndex() {
        indexedSession("hello");
        var status = index(api());
        assertEquals(
                Set.of(
                        "state",
                        "analyzer",
                        "position",
                        "behind",
                        "lagSeconds",
                        "documents",
                        "failure",
                        "rebuild",
                        "verify"),
                Set.copyOf(status.json().propertyNames()));
        assertEquals("english", status.at("/analyzer"));
        assertTrue(status.number("/position") > 0);
        assertTrue(status.number("/documents") > 0);
        assertTrue(status.number("/behind") >= 0);
        assertEquals(null, status.at("/failure"));
        var position = status.number("/position");
        indexedSession("hello again");
        assertTrue(index(api()).number("/position") > position);
    }

    @Test
    void verificationOfCorrectIndexRepairsNothing() {
        var word = uniqueWord();
        var id = indexedSession("a " + word, "b " + word, "c " + word);
        appendUnder(id, "m0", message("x", word)).expect(201);
        api().put(MESSAGE, id, "m1").json(message("m1", "changed")).send().expect(200);
        api().delete(MESSAGE, id, "m2").send().expect(204);
        awaitIndexed();
        IndexApi.assertNothingToRepair();
        var verified = index(api());
        assertEquals(verified.number("/verify/total"), verified.number("/verify/done"));
        assertEquals(List.of("m0", "x"), found(id, word));
    }

    @Test
    void verificationDuringWritesRepairsNothing() throws Exception {
        var end = new AtomicBoolean();
        var writer = CompletableFuture.runAsync(() -> {
            while (!end.get()) {
                var id = session();
                append(id, message("m", "some words")).expect(201);
                api().delete(SESSION, id).send().expect(204);
            }
        });
        try {
            for (int i = 0; i < 20; i++) {
                IndexApi.assertNothingToRepair();
            }
        } finally {
            end.set(true);
            writer.get(SOON.toSeconds(), TimeUnit.SECONDS);
        }
    }

    @Test
    void rebuildKeepsMessagesFindable() {
        var word = uniqueWord();
        var id = indexedSession("a " + word, "b " + word, "c " + word);
        api().put(MESSAGE, id, "m1").json(message("m1", "changed")).send().expect(200);
        awaitIndexed();
        api().post(INDEX + "/rebuild").send().expect(202);
        assertEquals(List.of("m0", "m2"), found(id, word));
        append(id, message("new", word)).expect(201);
        IndexApi.runToEnd("rebuild");
        Await.until("all messages are found", SOON, () -> found(id, word).equals(List.of("m0", "m2", "new")));
        assertEquals(List.of("m1"), found(id, "changed"));
        assertEquals(0, IndexApi.runToEnd("verify").number("/verify/missing"));
    }

    /** Each commit writes a segment, which Lucene merges several times later: many small ones are expensive. */
    @Test
    void messagesOfOneAppendAreNotCommittedInManyParts() throws IOException {
        var id = indexedSession("first");
        long before = luceneCommits();
        append(
                        id,
                        IntStream.range(0, 200)
                                .mapToObj(i -> message("a" + i, "text"))
                                .toArray(String[]::new))
                .expect(201);
        awaitIndexed();
        // One commit for them, and perhaps one for an event of the background.
        long commits = luceneCommits() - before;
        assertTrue(commits <= 2, commits + " commits");
    }

    /** Returns how often Lucene has committed messages: the number in base 36 in the name of its file of segments. */
    private static long luceneCommits() throws IOException {
        try (var files = Files.list(SharedServer.server().data().resolve("index/message"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("segments_"))
                    .mapToLong(name -> Long.parseLong(name.substring("segments_".length()), Character.MAX_RADIX))
                    .max()
                    .orElseThrow();
        }
    }

    @Test
    void indexRoutesAreForServerAdministratorsOnly() {
        var paths = List.of("", "/verify", "/rebuild");
        for (var token : List.of(
                token(unique("other"), "admin", "write"), token("default", "read"), token("default", "write"))) {
            for (var path : paths) {
                var api = api().as(token);
                assertRefused((path.isEmpty() ? api.get(INDEX) : api.post(INDEX + path))
                        .send()
                        .problem(403, "forbidden"));
            }
        }
        api().as(null).get(INDEX).send().problem(401, "unauthenticated");
        api().as(null).post(INDEX + "/rebuild").send().problem(401, "unauthenticated");
    }

    @Test
    void readScopeMaySearch() {
        var word = uniqueWord();
        var id = indexedSession(word);
        var reader = api().as(token("default", "read"));
        assertEquals(
                List.of("m0"), hits(reader.get(SEARCH).query("q", word).send().expect(200)));
        assertEquals(
                List.of("m0"),
                hits(reader.get(SEARCH_SESSION, id).query("q", word).send().expect(200)));
        api().as(null).get(SEARCH).query("q", word).send().problem(401, "unauthenticated");
        api().as(null).get(SEARCH_SESSION, id).query("q", word).send().problem(401, "unauthenticated");
    }

    @Test
    void healthShowsStateOfIndex() {
        awaitIndexed();
        var health = api().as(null).get("/health/ready").send().expect(200);
        assertEquals("UP", health.at("/status"));
        assertTrue(health.text().contains("\"index\""), health.text());
        assertTrue(health.text().contains("\"state\""), health.text());
        assertTrue(health.text().contains("\"lagSeconds\""), health.text());
    }

    @Test
    void healthShowsFreeSpace() {
        var health = api().as(null).get("/health/ready").send().expect(200);
        assertTrue(health.at("/disk/state").matches("ok|low"), health.text());
        assertTrue(health.number("/disk/freeBytes") > 0, health.text());
    }
}
