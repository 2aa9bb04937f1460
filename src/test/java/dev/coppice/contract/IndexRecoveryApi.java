package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;

/** Deletes a server's index and asserts that it is complete again. */
abstract class IndexRecoveryApi extends SearchApi {
    static final Duration RECOVERY = Duration.ofSeconds(180);

    static void deleteIndex(Path data) {
        var folder = data.resolve("index");
        assertTrue(Files.isDirectory(folder));
        Await.until("the index is deleted", RECOVERY, () -> !Files.exists(folder) || isDeleted(folder));
    }

    /** Fails if a running server creates or removes files meanwhile; then it is tried again. */
    private static boolean isDeleted(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
        return true;
    }

    static boolean finds(Api api, String session, String word) {
        var answer = api.get(SEARCH_SESSION, session).query("q", word).send();
        return answer.status() == 200 && exactHits(answer).contains("m0");
    }

    /** Waits for the end of rebuilds, then compares the index with the tables. */
    static void assertComplete(Api api) {
        Await.until(
                "the index is in order", RECOVERY, () -> "ok".equals(index(api).at("/state")));
        api.post(INDEX + "/verify").send().expect(202);
        Await.until(
                "it is verified",
                RECOVERY,
                () -> "ok".equals(index(api).at("/state")) && index(api).at("/verify/finishedAt") != null);
        var verified = index(api);
        assertEquals(0, verified.number("/verify/missing"), verified.text());
        assertEquals(0, verified.number("/verify/wrong"), verified.text());
        assertEquals(0, verified.number("/verify/stale"), verified.text());
    }
}
