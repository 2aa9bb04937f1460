package dev.coppice.contract;

import static dev.coppice.contract.CompactionsIT.laid;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Await;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.ModelScript;
import dev.coppice.support.SharedServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** What others do while a model makes a summary, and what becomes of it. */
@DatabaseNeutral
@ResourceLock(SharedServer.MODEL)
class CompactMeanwhileIT extends CompactionApi {
    private static final String LLM = ",'summarizer':'llm'";
    private static final Duration SOON = Duration.ofSeconds(20);

    private final Gate gate = new Gate();

    private CompletableFuture<HttpAnswer> compacting(String session) {
        var running = CompletableFuture.supplyAsync(() -> compact(session));
        Gate.await(gate.asked());
        return running;
    }

    private static String tooLong() {
        return "word ".repeat(400).strip();
    }

    @Test
    void aSummaryThatIsLaidElsewhereDoesNoHarm() {
        SharedServer.model().play(gate.answering("A summary."));
        var id = sessionWithCompaction(LLM);
        talk(id, 0, 20);
        appendUnder(id, "m4", message("s1", "sibling"), message("s2", "sibling"))
                .expect(201);
        appendUnder(id, "m19", message("m20", "back")).expect(201);
        var running = compacting(id);
        laid(id, "s1", "s2", "Over siblings.");
        var head = laid(id, "m0", "m1", "Over the head.");
        gate.open().countDown();
        var made = running.join().expect(200).at("/compaction/id");
        assertEquals(head, path(id).get(0));
        assertEquals("compaction_" + made, path(id).get(1));
        CompactionsIT.tokensAgree(id);
    }

    @Test
    void aSummaryThatIsLaidInsideMakesItGiveUp() {
        SharedServer.model().play(gate.answering("A summary."));
        var id = sessionWithCompaction(LLM);
        talk(id, 0, 20);
        var running = compacting(id);
        var inside = laid(id, "m4", "m5", "By hand.");
        gate.open().countDown();
        running.join().problem(409, "compaction-conflict");
        assertTrue(path(id).contains(inside));
    }

    @Test
    void nobodyWaitsForAnAppendThatWaits() {
        SharedServer.model().play(gate.answering("A summary."));
        var id = sessionWithCompaction(LLM + ",'compactAfter':200,'mode':'sync'");
        var waiting = CompletableFuture.supplyAsync(() -> talk(id, 0, 20));
        Gate.await(gate.asked());
        append(id, message("late", "late")).expect(201);
        assertFalse(waiting.isDone());
        gate.open().countDown();
        assertNotNull(waiting.join().at("/compaction/id"));
        assertTrue(path(id).contains("late"));
    }

    @Test
    void whatMakesItTooLongWhileSomebodyCompactsItIsSeenBehindThat() {
        SharedServer.model().play(gate.answering("A summary."), ModelScript.answer("Another one."));
        var id = sessionWithCompaction(LLM + ",'compactAfter':400");
        talk(id, 0, 10);
        var running = compacting(id);
        append(id, message("late", tooLong())).expect(201);
        gate.open().countDown();
        running.join().expect(200);
        Await.until("the rest is compacted too", SOON, () -> history(id).text().contains("Another one."));
    }

    @Test
    void orBehindOneThatIsGivenUp() {
        SharedServer.model().play(gate.answering("A summary."), ModelScript.answer("Another one."));
        var id = sessionWithCompaction(LLM + ",'compactAfter':200");
        talk(id, 0, 20);
        Gate.await(gate.asked());
        api().put(MESSAGE, id, "m5").json(message("m5", "changed")).send().expect(200);
        append(id, message("late", tooLong())).expect(201);
        gate.open().countDown();
        Await.until("it is compacted", SOON, () -> history(id).text().contains("Another one."));
        assertFalse(history(id).text().contains("A summary."));
    }

    @Test
    void aSessionThatIsDeletedMeanwhileTakesItsFailureAlong() {
        SharedServer.model().play((exchange, endpoint) -> {
            gate.asked().countDown();
            Gate.await(gate.open());
            ModelScript.status(500).play(exchange, endpoint);
        });
        var id = sessionWithCompaction(LLM + ",'compactAfter':200,'mode':'sync'");
        var log = SharedServer.server().log();
        var waiting = CompletableFuture.supplyAsync(() -> talk(id, 0, 20));
        Gate.await(gate.asked());
        api().delete(SESSION, id).send().expect(204);
        gate.open().countDown();
        assertTrue(waiting.join().json().path("compaction").isMissingNode());
        var told = SharedServer.server().log().substring(log.length());
        assertFalse(told.contains("WELD") || told.contains("session-not-found"), told);
    }
}
