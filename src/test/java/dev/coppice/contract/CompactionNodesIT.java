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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/** One session on two nodes: it is compacted once at a time, also when a node dies at it. */
@EnabledIf(
        value = "dev.coppice.support.Databases#mariaDb",
        disabledReason = "two nodes are for a database that both reach")
@DatabaseNeutral
@ExtendWith(SecondNode.class)
@ResourceLock(SharedServer.MODEL)
class CompactionNodesIT extends CompactionApi {
    private static final String LLM = ",'summarizer':'llm'";
    private static final Duration SOON = Duration.ofSeconds(60);

    private final Gate gate = new Gate();

    @BeforeEach
    void closeTheGate() {
        SharedServer.model().play(gate.answering("A summary."), ModelScript.answer("Another one."));
    }

    @AfterEach
    void openTheGate() {
        gate.open().countDown();
    }

    private HttpAnswer compactThere(String session) {
        return SecondNode.api().post(COMPACT, session).send();
    }

    private static long summaries(String session) {
        return path(session).stream().filter(id -> id.startsWith("compaction_")).count();
    }

    @Test
    void whoComesSecondIsToldWhicheverTheNode() {
        var id = sessionWithCompaction(LLM);
        talk(id, 0, 20);
        var running = CompletableFuture.supplyAsync(() -> compactThere(id));
        Gate.await(gate.asked());
        compact(id).problem(409, "compaction-conflict");
        compactThere(id).problem(409, "compaction-conflict");
        assertEquals(1, SharedServer.model().asked().size());
        gate.open().countDown();
        running.join().expect(200);
        assertEquals(1, summaries(id));
    }

    @Test
    void ofManyAtOnceOneIsAtIt() {
        var id = sessionWithCompaction(LLM);
        talk(id, 0, 20);
        var answers = CompletableFuture.supplyAsync(
                () -> ParallelClients.of(6, member -> member % 2 == 0 ? compact(id) : compactThere(id)));
        Gate.await(gate.asked());
        // The five that are refused need not wait for the one that is at it.
        gate.open().countDown();
        var done =
                answers.join().stream().filter(answer -> answer.status() == 200).toList();
        assertTrue(
                done.stream().anyMatch(answer -> answer.json().path("compacted").asBoolean()));
        answers.join().stream()
                .filter(answer -> answer.status() != 200)
                .forEach(answer -> answer.problem(409, "compaction-conflict"));
        assertEquals(1, summaries(id));
        assertEquals(history(id).number("/tokens"), get(id).number("/tokens"));
    }

    @Test
    void anAppendOnOneNodeDoesNotStartASecondOneWhileTheOtherIsAtIt() {
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
        Await.until("its end sees what came meanwhile", SOON, () -> history(id)
                .text()
                .contains("Another one."));
        assertEquals(1, summaries(id));
        assertTrue(path(id).contains("late"));
    }

    @Test
    void aNodeThatDiesKeepsTheOthersFromItForAWhileOnly() {
        var id = sessionWithCompaction(LLM);
        talk(id, 0, 20);
        CompletableFuture.runAsync(() -> compactThere(id));
        Gate.await(gate.asked());
        SecondNode.server().kill9();
        compact(id).problem(409, "compaction-conflict");
        talk(id, 20, 22);
        Await.until("its right has ended", SOON, () -> compact(id).status() == 200);
        assertEquals(1, summaries(id));
        assertEquals("m21", path(id).get(path(id).size() - 1));
        assertFalse(history(id).text().contains("A summary."));
        assertEquals(history(id).number("/tokens"), get(id).number("/tokens"));
        SecondNode.server().restart();
    }

    /** Its right has ended: another has begun, and stays the only one who may. */
    @Test
    void whoComesTooLateStoresNothingAndTakesNothingFromAnother() {
        var slow = new Gate();
        var id = sessionWithCompaction(LLM);
        talk(id, 0, 20);
        var late = CompletableFuture.supplyAsync(() -> compactThere(id));
        Gate.await(gate.asked());
        SharedServer.model().play(slow.answering("In time."));
        var begun = new CompletableFuture<HttpAnswer>();
        CompletableFuture.runAsync(() -> {
            Await.until("its right has ended", SOON, () -> {
                var answer = compact(id);
                return answer.status() != 409 && begun.complete(answer);
            });
        });
        Gate.await(slow.asked());
        gate.open().countDown();
        late.join();
        compact(id).problem(409, "compaction-conflict");
        slow.open().countDown();
        begun.join();
        assertEquals(1, summaries(id));
    }
}
