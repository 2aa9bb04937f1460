package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.TestServers;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/** Messages that were acknowledged before the server was killed are found afterwards. */
final class IndexSurvives extends IndexRecoveryApi implements RestartCase {
    private static final int WRITERS = 6;
    private static final int BEFORE_KILL = 300;

    private final ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    private List<CompletableFuture<Void>> writers;

    @Override
    public void prepare() {
        var api = TestServers.first().api();
        var sessions = IntStream.range(0, WRITERS)
                .mapToObj(writer -> unique("storm"))
                .peek(session -> api.put(SESSION, session).send().expect(201))
                .toList();
        writers = sessions.stream()
                .map(session -> CompletableFuture.runAsync(() -> write(api, session), threads))
                .toList();
        Await.until("the writers write", RECOVERY, () -> acknowledged.size() >= BEFORE_KILL);
    }

    /** Appends messages whose id is their only word, until the server is killed. */
    private void write(Api api, String session) {
        try {
            while (true) {
                var word = uniqueWord();
                retryWhileBusy(201, () -> api.post(MESSAGES, session)
                        .json(batch(message(word, word)))
                        .send());
                acknowledged.add(word);
            }
        } catch (UncheckedIOException killed) {
            assertTrue(acknowledged.size() >= BEFORE_KILL, killed.toString());
        }
    }

    /** Joins the writers: a restarted server would be written to. */
    @Override
    public void whileDown() {
        writers.forEach(CompletableFuture::join);
        threads.shutdown();
    }

    @Override
    public void check() {
        var api = TestServers.first().api();
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
        assertComplete(api);
    }
}
