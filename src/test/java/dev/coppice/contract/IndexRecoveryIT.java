package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.ParallelClients;
import dev.coppice.support.TestServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The index is only a projection: lost or cut off in the middle, it comes back with everything by itself. */
@Order(TestServers.LAST)
@ExtendWith(TestServers.class)
@RunsAlone("stops servers")
class IndexRecoveryIT extends SearchApi {

    private static final int WRITERS = 6;
    private static final int BEFORE_KILL = 300;
    private static final Duration RECOVERY = Duration.ofSeconds(180);

    private static void deleteIndex() {
        var folder = TestServers.first().data().resolve("index");
        assertTrue(Files.isDirectory(folder));
        Await.until("the index is deleted", RECOVERY, () -> !Files.exists(folder) || isDeleted(folder));
    }

    /** A server that is up goes on writing: what it makes and removes meanwhile is a reason to try again. */
    private static boolean isDeleted(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
        return true;
    }

    private static boolean finds(Api api, String session, String word) {
        var answer = api.get(SEARCH_SESSION, session).query("q", word).send();
        return answer.status() == 200 && exact(answer).contains("m0");
    }

    /** Waits for the end of all walks, then has the index compared with the tables. */
    private static void isWhole(Api api) {
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
    }

    @Test
    void anIndexDeletedWhileTheServerIsDownIsBuiltAnew() {
        var api = TestServers.first().api();
        var word = word();
        var id = sessionSaying(api, word);
        indexed(api);
        TestServers.first().stop();
        deleteIndex();
        TestServers.first().restart();
        Await.until("it is found again", RECOVERY, () -> finds(api, id, word));
        isWhole(api);
    }

    @Test
    void anIndexDeletedWhileTheServerIsUpIsBuiltAnew() {
        var api = TestServers.first().api();
        var word = word();
        var id = sessionSaying(api, word);
        indexed(api);
        deleteIndex();
        var later = sessionSaying(api, word);
        Await.until("both are found", RECOVERY, () -> finds(api, id, word) && finds(api, later, word));
        isWhole(api);
        var last = sessionSaying(api, word);
        Await.until("what is new is found", SOON, () -> finds(api, last, word));
    }

    @Test
    void whatWasAcknowledgedBeforeAKillIsFound() {
        var api = TestServers.first().api();
        Set<String> acknowledged = ConcurrentHashMap.newKeySet();
        for (var w = 0; w < WRITERS; w++) {
            api.put(SESSION, "storm-" + w).send().expect(201);
        }
        ParallelClients.of(WRITERS + 1, member -> {
            if (member == WRITERS) {
                Await.until("the writers write", RECOVERY, () -> acknowledged.size() >= BEFORE_KILL);
                TestServers.first().kill9();
            } else {
                write(api, member, acknowledged);
            }
            return null;
        });
        TestServers.first().restart();
        var missing = ConcurrentHashMap.<String>newKeySet();
        missing.addAll(acknowledged);
        Await.until("everything acknowledged is found", RECOVERY, () -> {
            missing.removeIf(word -> api.get(SEARCH)
                    .query("q", word)
                    .send()
                    .all("/items", "messageId")
                    .contains(word));
            return missing.isEmpty();
        });
        isWhole(api);
    }

    /** Writes messages whose id is their only word, until the server is gone. */
    private static void write(Api api, int writer, Set<String> acknowledged) {
        try {
            while (true) {
                var word = word();
                persistently(201, () -> api.post(MESSAGES, "storm-" + writer)
                        .json(batch(message(word, word)))
                        .send());
                acknowledged.add(word);
            }
        } catch (UncheckedIOException killed) {
            assertTrue(acknowledged.size() >= BEFORE_KILL, killed.toString());
        }
    }
}
