package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.HttpAnswer;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Writers that append to one session through several nodes. Each writer repeats an append, through one node after the
 * other, until its outcome is known. Thread-safe.
 */
final class NodeWriters {
    /** How long a writer waits for an answer before it tries another node. */
    private static final Duration PATIENCE = Duration.ofSeconds(8);

    private static final Duration LONG = Duration.ofMinutes(4);

    /** How late the last message may be in the search indexes. */
    private static final Duration SEARCHABLE = Duration.ofSeconds(30);

    private final String session;
    private final List<Api> nodes;
    private final Map<String, HttpAnswer> acknowledged = new ConcurrentHashMap<>();
    private final AtomicInteger repeated = new AtomicInteger();
    private volatile boolean done;

    NodeWriters(String session, List<Api> nodes) {
        this.session = session;
        this.nodes = nodes.stream().map(node -> node.within(PATIENCE)).toList();
    }

    /** Appends messages with the number of the writer in their ids, until {@link #stop} is called. */
    void write(int writer) {
        for (int n = 0; !done; n++) {
            var id = "c" + writer + "x" + n;
            acknowledged.put(id, appendUntilAcknowledged(id, writer + n));
        }
    }

    private HttpAnswer appendUntilAcknowledged(String id, int firstNode) {
        var answer = new HttpAnswer[1];
        var node = new AtomicInteger(firstNode);
        Await.until("append of " + id, LONG, () -> {
            var api = nodes.get(node.getAndIncrement() % nodes.size());
            try {
                answer[0] = FeedApi.append(api, session, "", id).send();
            } catch (UncheckedIOException e) {
                repeated.incrementAndGet();
                return false;
            }
            int status = answer[0].status();
            assertTrue(
                    List.of(200, 201, 503).contains(status) || CoppiceServer.answersWithoutCoppice(answer[0]),
                    answer[0].toString());
            boolean isKnown = status < 300;
            repeated.addAndGet(isKnown ? 0 : 1);
            return isKnown;
        });
        return answer[0];
    }

    /** Waits until so many more messages are acknowledged. */
    void awaitMore(int messages) {
        int target = acknowledged.size() + messages;
        Await.until(messages + " more appends are acknowledged", LONG, () -> acknowledged.size() >= target);
    }

    void stop() {
        done = true;
    }

    /**
     * Waits until the search of all nodes finds the last message of a session, at most 30 seconds from now; then each
     * node must find all messages.
     *
     * @param path ids of the messages of the session
     */
    static void awaitSearchable(List<Api> nodes, String session, List<String> path) {
        var last = path.get(path.size() - 1);
        Await.until("all nodes find the last message", SEARCHABLE, () -> nodes.stream()
                .allMatch(node -> finds(node, session, last)));
        for (var node : nodes) {
            for (var id : path) {
                assertTrue(finds(node, session, id), id + " is not found");
            }
        }
    }

    private static boolean finds(Api node, String session, String id) {
        var answer = node.get(SearchApi.SEARCH_SESSION, session).query("q", id).send();
        return answer.status() == 200 && SearchApi.exactHits(answer).contains(id);
    }

    /** The answers by the id of the message. */
    Map<String, HttpAnswer> acknowledged() {
        return acknowledged;
    }

    /** How many attempts had no answer, or one after which the outcome was unknown. */
    int repeated() {
        return repeated.get();
    }
}
