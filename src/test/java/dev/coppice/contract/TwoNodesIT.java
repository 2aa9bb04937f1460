package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.EventStream;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import dev.coppice.support.ModelEndpoint;
import dev.coppice.support.ModelScript;
import dev.coppice.support.ParallelClients;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two nodes on one database. Clients append to one session through both, while one node is killed and started again,
 * and the other is frozen (SIGSTOP) for longer than its leases and continues. Runs in the profile {@code nodes}.
 */
@Tag("nodes")
class TwoNodesIT {
    private static final int WRITERS = 6;
    private static final int MESSAGES_PER_PHASE = 120;
    private static final String LEASE = "PT10S";
    private static final String MODEL_TIMEOUT = "PT5M";
    private static final Duration LONG = Duration.ofMinutes(3);

    private static final ModelEndpoint MODEL = new ModelEndpoint();
    private static CoppiceServer first;
    private static CoppiceServer second;

    private final CompactionApi.Gate gate = new CompactionApi.Gate();
    private final List<EventStream> streams = new ArrayList<>();

    @BeforeAll
    static void startServers() {
        MODEL.start();
        first = plan("two-nodes-1").start();
        second = plan("two-nodes-2").database(first.database()).start();
    }

    private static CoppiceServer.Plan plan(String name) {
        var plan = CoppiceServer.named(name).environment("COPPICE_NODE", name);
        MODEL.environment().forEach(plan::environment);
        return plan.environment("COPPICE_LLM_TIMEOUT", MODEL_TIMEOUT)
                .environment("COPPICE_LLM_TOTAL_TIMEOUT", MODEL_TIMEOUT)
                .environment("COPPICE_COMPACTION_LEASE", LEASE);
    }

    @AfterAll
    static void stopServers() {
        second.close();
        first.close();
        MODEL.close();
    }

    private static Api one() {
        return first.api();
    }

    private static Api two() {
        return new Api(second.uri(), first.token());
    }

    @Test
    void nothingIsLostOrDoubledWhenOneNodeIsKilledAndTheOtherFrozen() {
        var session = FeedApi.sessionIn(one(), "");
        var compacted = sessionToCompact();
        var automatic = sessionThatIsCompactedAutomatically();
        var writers = new NodeWriters(session, List.of(one(), two()));
        var automaticWriters = new NodeWriters(automatic, List.of(one(), two()));
        streams.add(FeedApi.watch(two(), session));
        ParallelClients.of(WRITERS + 2, member -> {
            if (member < WRITERS) {
                writers.write(member);
                return null;
            }
            if (member == WRITERS) {
                automaticWriters.write(member);
                return null;
            }
            try {
                killSecondNode(writers, session);
                freezeFirstNode(writers, session, compacted);
            } finally {
                writers.stop();
                automaticWriters.stop();
            }
            return null;
        });
        var path = one().get(Contract.HISTORY, session).send().expect(200).all("/messages", "id");
        NodeWriters.awaitSearchable(List.of(one(), two()), session, path);
        for (var node : List.of(one(), two())) {
            DurabilityIT.assertStoredOnce(node, session, writers.acknowledged());
            assertCompactedOnce(node, compacted);
            assertEachCompactedOnce(node, automatic, automaticWriters);
        }
        assertReceivedOnce(path);
        System.out.printf(
                "%d appends acknowledged by two nodes, %d attempts repeated%n", path.size(), writers.repeated());
    }

    private void killSecondNode(NodeWriters writers, String session) {
        writers.awaitMore(MESSAGES_PER_PHASE);
        second.kill9();
        resumeFeed(one(), session);
        writers.awaitMore(MESSAGES_PER_PHASE);
        second.restart();
        writers.awaitMore(MESSAGES_PER_PHASE);
    }

    /** The first node compacts a session when it is frozen. Its lease expires, and the second node compacts it. */
    private void freezeFirstNode(NodeWriters writers, String session, String compacted) {
        MODEL.play(gate.answering("A late summary."), ModelScript.answer("A summary in time."));
        var late = CompletableFuture.supplyAsync(() -> compact(one().within(LONG), compacted));
        CompactionApi.Gate.await(gate.asked());
        first.freeze();
        long frozen = System.nanoTime();
        try {
            resumeFeed(two(), session);
            compact(two(), compacted).problem(409, "compaction-conflict");
            Await.until(
                    "the lease of the frozen node expires",
                    LONG,
                    () -> compact(two(), compacted).status() == 200);
            writers.awaitMore(MESSAGES_PER_PHASE);
            System.out.printf("frozen for %.1f s%n", (System.nanoTime() - frozen) / 1e9);
        } finally {
            first.thaw();
            gate.open().countDown();
        }
        late.join().problem(409, "compaction-conflict");
        writers.awaitMore(MESSAGES_PER_PHASE);
    }

    /** Closes the stream of the other node and continues after the last event that it sent. */
    private void resumeFeed(Api node, String session) {
        var last = streams.get(streams.size() - 1);
        last.close();
        streams.add(FeedApi.resume(node, session, last.lastEventId()));
    }

    private void assertReceivedOnce(List<String> path) {
        Await.until("the feed has all events", LONG, () -> received().size() >= path.size());
        streams.forEach(EventStream::close);
        assertEquals(path, received(), "each event once, in the order of the path");
    }

    private List<String> received() {
        return streams.stream()
                .flatMap(stream -> stream.all("MessageAppended", "messageId").stream())
                .toList();
    }

    private static String sessionToCompact() {
        var id = sessionWithCompaction(",'summarizer':'llm'");
        one().post(Contract.MESSAGES, id).json(CompactionApi.talk(0, 20)).send().expect(201);
        return id;
    }

    /** A session that the node written to compacts after about every hundred messages, without a model. */
    private static String sessionThatIsCompactedAutomatically() {
        return sessionWithCompaction(",'compactAfter':1000");
    }

    private static String sessionWithCompaction(String members) {
        var agent = Contract.unique("agent");
        PromptApi.declare(one(), agent, "'compaction':{" + CompactionApi.SMALL + members + "},")
                .expect(201);
        var id = Contract.unique("s");
        one().post("/v1/sessions")
                .json(Json.object("id", id, "agent", agent))
                .send()
                .expect(201);
        return id;
    }

    private static HttpAnswer compact(Api node, String session) {
        return node.post(CompactionApi.COMPACT, session).send();
    }

    /** The frozen node's summary was refused, because its lease had expired. */
    private static void assertCompactedOnce(Api node, String session) {
        var history = node.get(Contract.HISTORY, session).send().expect(200);
        long summaries = history.all("/messages", "id").stream()
                .filter(id -> id.startsWith("compaction_"))
                .count();
        assertEquals(1, summaries);
        assertTrue(history.text().contains("A summary in time."), history.text());
    }

    /** Both nodes compact the session while they are killed and frozen: no range twice, each later than the one before. */
    private static void assertEachCompactedOnce(Api node, String session, NodeWriters writers) {
        var messages = node.get(Contract.HISTORY, session)
                .query("raw", true)
                .send()
                .expect(200)
                .all("/messages", "id");
        assertEquals(writers.acknowledged().keySet(), new HashSet<>(messages), "all acknowledged messages are stored");
        assertEquals(writers.acknowledged().size(), messages.size(), "each message is stored once");
        var listed = node.get(CompactionsIT.COMPACTIONS, session).send().expect(200);
        var ends = listed.all("/items", "toMessageId").stream()
                .map(messages::indexOf)
                .toList();
        assertTrue(ends.size() > 1, "the session was compacted more than once: " + ends);
        assertEquals(List.copyOf(new TreeSet<>(ends)), ends, "each compaction ends later than the one before");
        assertEquals(
                1,
                listed.all("/items", "superseded").stream()
                        .filter("false"::equals)
                        .count(),
                listed.text());
        System.out.printf("%d messages, compacted %d times%n", messages.size(), ends.size());
    }
}
