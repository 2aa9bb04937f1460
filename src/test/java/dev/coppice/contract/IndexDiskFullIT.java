package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.Command;
import dev.coppice.support.CoppiceServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The disk of the index is full for a while: appends succeed, the health names the index, and afterwards the index is
 * complete without a restart. Needs the right to mount a file system. Runs in the profile {@code chaos}.
 */
@DatabaseNeutral
@Tag("chaos-only")
class IndexDiskFullIT {
    private static final String SIZE = "32m";
    private static final int MESSAGES = 300;
    private static final int LIMIT_SECONDS = 60;
    private static final Duration LONG = Duration.ofMinutes(3);

    @Test
    void indexIsCompleteWhenThereIsSpaceAgain() throws IOException {
        try (var server = CoppiceServer.named("disk-full").start()) {
            var folder = server.data().resolve("index");
            server.stop();
            Assumptions.assumeTrue(
                    run("mount", "-t", "tmpfs", "-o", "size=" + SIZE, "tmpfs", folder.toString()),
                    "needs the right to mount a file system");
            try {
                server.restart();
                fillAndFree(server, folder.resolve("filler"));
            } finally {
                server.stop();
                run("umount", folder.toString());
            }
        }
    }

    private static boolean run(String... command) {
        return Command.run(Path.of("target"), Map.of(), List.of(command)).status() == 0;
    }

    private static void fillAndFree(CoppiceServer server, Path filler) throws IOException {
        var api = server.api();
        var word = SearchApi.uniqueWord();
        var session = FeedApi.sessionIn(api, "");
        append(api, session, "before", word);
        Await.until("the first message is found", LONG, () -> found(api, session, word) == 1);
        fill(filler);
        for (var n = 0; n < MESSAGES; n++) {
            append(api, session, "m" + n, word + " " + SearchApi.uniqueWord().repeat(20));
        }
        Await.until("the health names the index", LONG, () -> "degraded"
                .equals(api.get("/health/ready").send().expect(200).at("/index/state")));
        assertNotNull(SearchApi.index(api).at("/failure"));
        assertEquals(
                MESSAGES + 1,
                api.get(Contract.SESSION, session).send().expect(200).number("/messageCount"));
        Files.delete(filler);
        long freed = System.nanoTime();
        Await.until("all messages are found", LONG, () -> found(api, session, word) == MESSAGES + 1);
        double seconds = (System.nanoTime() - freed) / 1e9;
        System.out.printf(
                "index complete %.1f s after there was space again, %d appends while there was none%n",
                seconds, MESSAGES);
        assertTrue(seconds < LIMIT_SECONDS, seconds + " s");
        IndexRecoveryApi.assertComplete(api);
    }

    /** Writes until there is no space left. */
    static void fill(Path filler) {
        try (var out = Files.newOutputStream(filler)) {
            var zeros = new byte[4096];
            while (true) {
                out.write(zeros);
            }
        } catch (IOException full) {
            assertTrue(Files.exists(filler), full.toString());
        }
    }

    private static void append(Api api, String session, String id, String text) {
        api.post(Contract.MESSAGES, session)
                .json(Contract.batch(Contract.message(id, text)))
                .send()
                .expect(201);
    }

    /** The number of messages that are found; pages have at most 100. */
    private static int found(Api api, String session, String word) {
        var found = 0;
        String cursor = null;
        do {
            var call =
                    api.get(SearchApi.SEARCH_SESSION, session).query("q", word).query("limit", 100);
            var answer = (cursor == null ? call : call.query("cursor", cursor)).send();
            if (answer.status() != 200 || answer.json().path("partial").asBoolean()) {
                return -1;
            }
            found += SearchApi.hits(answer).size();
            cursor = answer.at("/nextCursor");
        } while (cursor != null);
        return found;
    }
}
