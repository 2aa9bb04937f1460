package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Await;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.ModelScript;
import dev.coppice.support.ParallelClients;
import dev.coppice.support.SecondNode;
import dev.coppice.support.SharedServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A session is compacted by one node at a time, also if a node dies during the compaction. */
@EnabledIf(
        value = "dev.coppice.support.Databases#areOnServer",
        disabledReason = "two nodes are for a database that both reach")
@DatabaseNeutral
@ExtendWith(SecondNode.class)
@ResourceLock(SecondNode.RESOURCE)
@ResourceLock(SharedServer.MODEL)
@Tag("chaos")
@Order(IndexApi.FIRST)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CompactionNodesIT extends CompactionApi {
    private static final String LLM = ",'summarizer':'llm'";
    private static final Duration SOON = Duration.ofMinutes(2);

    private final Gate gate = new Gate();

    @BeforeEach
    void closeTheGate() {
        SharedServer.model().play(gate.answering("A summary."), ModelScript.answer("Another one."));
    }

    @AfterEach
    void openTheGate() {
        gate.open().countDown();
    }

    private HttpAnswer compactOnSecondNode(String session) {
        return SecondNode.api().post(COMPACT, session).send();
    }

    private static long summaries(String session) {
        return path(session).stream().filter(id -> id.startsWith("compaction_")).count();
    }

    @Test
    void secondCompactionIsRefusedOnAnyNode() {
        var id = sessionWithCompaction(LLM);
        talk(id, 0, 20);
        var running = CompletableFuture.supplyAsync(() -> compactOnSecondNode(id));
        Gate.await(gate.asked());
        compact(id).problem(409, "compaction-conflict");
        compactOnSecondNode(id).problem(409, "compaction-conflict");
        assertEquals(1, SharedServer.model().asked().size());
        gate.open().countDown();
        running.join().expect(200);
        assertEquals(1, summaries(id));
    }

    @Test
    void onlyOneOfConcurrentCompactionsRuns() {
        var id = sessionWithCompaction(LLM);
        talk(id, 0, 20);
        var answers = CompletableFuture.supplyAsync(
                () -> ParallelClients.of(6, member -> member % 2 == 0 ? compact(id) : compactOnSecondNode(id)));
        Gate.await(gate.asked());
        // The five refused requests need not wait for the running compaction.
        gate.open().countDown();
        var succeeded =
                answers.join().stream().filter(answer -> answer.status() == 200).toList();
        assertTrue(succeeded.stream()
                .anyMatch(answer -> answer.json().path("compacted").asBoolean()));
        answers.join().stream()
                .filter(answer -> answer.status() != 200)
                .forEach(answer -> answer.problem(409, "compaction-conflict"));
        assertEquals(1, summaries(id));
        assertEquals(history(id).number("/tokens"), get(id).number("/tokens"));
    }

    @Test
    void appendDuringCompactionOnOtherNodeStartsNoSecondOne() {
        var id = sessionWithCompaction(LLM + ",'compactAfter':200");
        talk(id, 0, 20);
        Gate.await(gate.asked());
        SecondNode.api()
                .post(MESSAGES, id)
                .query("compaction", "sync")
                .json(batch(message("late", "word ".repeat(200).strip())))
                .send()
                .expect(201);
        assertEquals(1, SharedServer.model().asked().size());
        gate.open().countDown();
        Await.until("the message appended during the compaction is compacted after it", SOON, () -> history(id)
                .text()
                .contains("Another one."));
        assertEquals(1, summaries(id));
        assertTrue(path(id).contains("late"));
    }

    /** Comes last, because the node stays killed. */
    @Test
    @Order(Integer.MAX_VALUE)
    void leaseOfKilledNodeExpires() {
        var id = sessionWithCompaction(LLM);
        talk(id, 0, 20);
        CompletableFuture.runAsync(() -> compactOnSecondNode(id));
        Gate.await(gate.asked());
        SecondNode.server().kill9();
        compact(id).problem(409, "compaction-conflict");
        talk(id, 20, 22);
        Await.until("the lease expires", SOON, () -> compact(id).status() == 200);
        assertEquals(1, summaries(id));
        assertEquals("m21", path(id).get(path(id).size() - 1));
        assertFalse(history(id).text().contains("A summary."));
        assertEquals(history(id).number("/tokens"), get(id).number("/tokens"));
    }

    /** After the lease expired, another compaction holds it and keeps it. */
    @Test
    void compactionWithExpiredLeaseStoresNothing() {
        var secondGate = new Gate();
        var id = sessionWithCompaction(LLM);
        talk(id, 0, 20);
        var expired = CompletableFuture.supplyAsync(() -> compactOnSecondNode(id));
        Gate.await(gate.asked());
        SharedServer.model().play(secondGate.answering("In time."));
        var compacted = new CompletableFuture<HttpAnswer>();
        CompletableFuture.runAsync(() -> {
            Await.until("the lease expires", SOON, () -> {
                var answer = compact(id);
                return answer.status() != 409 && compacted.complete(answer);
            });
        });
        Gate.await(secondGate.asked());
        gate.open().countDown();
        expired.join();
        compact(id).problem(409, "compaction-conflict");
        secondGate.open().countDown();
        compacted.join();
        assertEquals(1, summaries(id));
    }
}
