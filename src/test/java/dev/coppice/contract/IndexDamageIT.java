package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Await;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Folders;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.store.FSDirectory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The files of the index are damaged behind the back of the server: documents are deleted, or replaced by older ones. A
 * verification finds and repairs all of them. Runs in the profile {@code chaos}.
 */
@DatabaseNeutral
@Tag("chaos-only")
class IndexDamageIT {
    private static final int MESSAGES = 1000;

    /** One document of so many is deleted. */
    private static final int EACH = 50;

    private static final int APPENDED_LATER = 100;
    private static final Duration LONG = Duration.ofMinutes(3);

    private static CoppiceServer server;

    @BeforeAll
    static void start() {
        server = CoppiceServer.named("damage").start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void verificationRestoresDeletedDocuments() throws IOException {
        append(FeedApi.sessionIn(server.api(), ""), 0, MESSAGES);
        SearchApi.awaitIndexed(server.api());
        server.stop();
        var deleted = deleteSome(documents());
        server.restart();
        assertEquals(deleted, verify().number("/verify/missing"));
        assertComplete();
        System.out.printf("%d documents were deleted, all were found and restored%n", deleted);
    }

    @Test
    void verificationReplacesDocumentsOfAnOlderCopy() throws IOException {
        var api = server.api();
        var session = FeedApi.sessionIn(api, "");
        append(session, 0, MESSAGES);
        SearchApi.awaitIndexed(api);
        server.stop();
        var copy = server.data().resolveSibling("older-index");
        Folders.delete(copy);
        Folders.copy(documents(), copy);
        server.restart();
        // A document contains the agent of its session, so all of them change.
        PromptApi.declare(api, "gardener", "").expect(201);
        api.patch(Contract.SESSION, session)
                .json(Json.object("agent", "gardener"))
                .send()
                .expect(200);
        append(FeedApi.sessionIn(api, ""), 0, APPENDED_LATER);
        SearchApi.awaitIndexed(api);
        server.stop();
        Folders.delete(documents());
        Folders.copy(copy, documents());
        server.restart();
        var verified = verify();
        assertEquals(MESSAGES, verified.number("/verify/wrong"), verified.text());
        assertTrue(verified.number("/verify/missing") >= APPENDED_LATER, verified.text());
        assertComplete();
        System.out.printf(
                "%d documents were outdated, %d missing, all were found and repaired%n",
                MESSAGES, verified.number("/verify/missing"));
    }

    private static Path documents() {
        return server.data().resolve("index/message");
    }

    private static void append(String session, int from, int to) {
        for (var start = from; start < to; start += 100) {
            var messages = IntStream.range(start, start + 100)
                    .mapToObj(n -> Contract.message("m" + n, "hazel " + n))
                    .toArray(String[]::new);
            server.api()
                    .post(Contract.MESSAGES, session)
                    .json(Contract.batch(messages))
                    .send()
                    .expect(201);
        }
    }

    private static int deleteSome(Path folder) throws IOException {
        var deleted = 0;
        try (var directory = FSDirectory.open(folder);
                var writer =
                        new IndexWriter(directory, new IndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE));
                var reader = DirectoryReader.open(writer)) {
            for (var leaf : reader.leaves()) {
                for (var document = 0; document < leaf.reader().maxDoc(); document += EACH) {
                    deleted += writer.tryDeleteDocument(leaf.reader(), document) < 0 ? 0 : 1;
                }
            }
        }
        assertTrue(deleted >= MESSAGES / EACH, deleted + " documents");
        return deleted;
    }

    private static HttpAnswer verify() {
        var api = server.api();
        Await.until("the index is in order", LONG, () -> "ok"
                .equals(SearchApi.index(api).at("/state")));
        api.post(SearchApi.INDEX + "/verify").send().expect(202);
        Await.until("it is verified", LONG, () -> {
            var status = SearchApi.index(api);
            return "ok".equals(status.at("/state")) && status.at("/verify/finishedAt") != null;
        });
        return SearchApi.index(api);
    }

    private static void assertComplete() {
        var verified = verify();
        for (var mismatch : new String[] {"missing", "wrong", "stale"}) {
            assertEquals(0, verified.number("/verify/" + mismatch), verified.text());
        }
    }
}
