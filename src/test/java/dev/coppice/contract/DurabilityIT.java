package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import dev.coppice.support.ParallelClients;
import dev.coppice.support.TestServers;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An acknowledged append is stored exactly once, also if the server is killed. */
@Order(TestServers.LAST)
@ExtendWith(TestServers.class)
@RunsAlone("stops servers")
@Tag("chaos")
class DurabilityIT extends Contract {

    private static final int CLIENTS = 16;
    private static final int SESSIONS = 8;
    private static final int BETWEEN_KILLS = 200;
    /** More in the profile {@code chaos}. */
    private static final int KILLS = Integer.getInteger("coppice.kills", 2);

    /**
     * Seconds within which a killed server is ready again. Only in the profile {@code chaos}, because other classes use
     * the processors in {@code mvn verify}.
     */
    private static final int READY_SECONDS = Integer.getInteger("coppice.ready", Integer.MAX_VALUE);

    private static final Duration LONG = Duration.ofSeconds(400);

    @Test
    void acknowledgedAppendsSurviveKills() {
        var api = TestServers.first().api();
        for (var s = 0; s < SESSIONS; s++) {
            api.put(SESSION, "kill-" + s).send().expect(201);
        }
        Map<String, HttpAnswer> acknowledged = new ConcurrentHashMap<>();
        var killsDone = new AtomicBoolean();
        var retried = new AtomicInteger();
        ParallelClients.of(CLIENTS + 1, member -> {
            if (member == CLIENTS) {
                try {
                    killAndRestart(acknowledged);
                } finally {
                    killsDone.set(true);
                }
            } else {
                for (var n = 0; !killsDone.get(); n++) {
                    var id = "c" + member + "-" + n;
                    acknowledged.put(id, appendUntilAcknowledged(api, "kill-" + member % SESSIONS, id, retried));
                }
            }
            return null;
        });
        for (var s = 0; s < SESSIONS; s++) {
            assertStoredOnce(api, "kill-" + s, acknowledged);
        }
        System.out.printf(
                "%d appends acknowledged around %d kills, %d attempts repeated%n",
                acknowledged.size(), KILLS, retried.get());
    }

    private static void killAndRestart(Map<String, HttpAnswer> acknowledged) {
        for (var kill = 1; kill <= KILLS; kill++) {
            var target = acknowledged.size() + BETWEEN_KILLS;
            Await.until("the clients append", LONG, () -> acknowledged.size() >= target);
            TestServers.first().kill9();
            var started = System.nanoTime();
            TestServers.first().restart();
            double seconds = (System.nanoTime() - started) / 1e9;
            System.out.printf("ready %.1f s after kill -9%n", seconds);
            assertTrue(seconds <= READY_SECONDS, "ready after " + seconds + " s, see coppice.ready");
        }
        var target = acknowledged.size() + BETWEEN_KILLS;
        Await.until("the clients append again", LONG, () -> acknowledged.size() >= target);
    }

    /** Repeats the append of the same message until its outcome is known. */
    private static HttpAnswer appendUntilAcknowledged(Api api, String session, String id, AtomicInteger retried) {
        var answer = new HttpAnswer[1];
        Await.until("append of " + id, LONG, () -> {
            try {
                answer[0] = api.post(MESSAGES, session)
                        .json(batch(message(id, "text of " + id)))
                        .send();
                if (answer[0].status() == 201 || answer[0].status() == 200) {
                    return true;
                }
                assertTrue(
                        answer[0].status() == 503 || CoppiceServer.answersWithoutCoppice(answer[0]),
                        answer[0].toString());
            } catch (UncheckedIOException connectionLost) {
                answer[0] = null;
            }
            retried.incrementAndGet();
            return false;
        });
        return answer[0];
    }

    /**
     * Asserts that the session has exactly the acknowledged messages, each once, on one path and with the parents that
     * the answers named.
     */
    static void assertStoredOnce(Api api, String session, Map<String, HttpAnswer> acknowledged) {
        var expected = new HashMap<String, HttpAnswer>();
        acknowledged.forEach((id, answer) -> {
            if (answer.request().uri().getPath().contains(session + "/")) {
                expected.put(id, answer);
            }
        });
        var history = api.get(HISTORY, session).send().expect(200);
        var path = history.all("/messages", "id");
        assertEquals(expected.keySet(), new HashSet<>(path), "all acknowledged messages are stored");
        assertEquals(expected.size(), path.size(), "each message is stored once");
        for (var i = 0; i < path.size(); i++) {
            var acknowledgedParent = expected.get(path.get(i)).at("/appended/0/parentId");
            assertEquals(i == 0 ? null : path.get(i - 1), acknowledgedParent, "the parent is the acknowledged one");
        }
        var entries = allEntries(api, session, 200).stream()
                .map(entry -> Json.text(entry.at("/message/id")))
                .toList();
        assertEquals(path, entries, "one branch, in append order");
        var state = api.get(SESSION, session).send().expect(200);
        assertEquals(path.size(), state.number("/messageCount"));
        assertEquals(path.get(path.size() - 1), state.at("/leafId"));
        assertEquals(history.number("/tokens"), state.number("/tokens"));
    }
}
