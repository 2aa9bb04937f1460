package dev.coppice.contract;

import static dev.coppice.contract.CompactionsIT.addSummary;
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

/** Requests during the model call of a compaction, and their effect on its result. */
@DatabaseNeutral
@ResourceLock(SharedServer.MODEL)
class RequestsDuringCompactionIT extends CompactionApi {
    private static final String LLM = ",'summarizer':'llm'";
    private static final Duration SOON = Duration.ofMinutes(1);

    private final Gate gate = new Gate();

    private CompletableFuture<HttpAnswer> startCompaction(String session) {
        var running = CompletableFuture.supplyAsync(() -> compact(session));
        Gate.await(gate.asked());
        return running;
    }

    private static String longText() {
        return "word ".repeat(400).strip();
    }

    @Test
    void manualSummaryOutsideRangeDoesNotAbortCompaction() {
        SharedServer.model().play(gate.answering("A summary."));
        var id = sessionWithCompaction(LLM);
        talk(id, 0, 20);
        appendUnder(id, "m4", message("s1", "sibling"), message("s2", "sibling"))
                .expect(201);
        appendUnder(id, "m19", message("m20", "back")).expect(201);
        var running = startCompaction(id);
        addSummary(id, "s1", "s2", "Over siblings.");
        var head = addSummary(id, "m0", "m1", "Over the head.");
        gate.open().countDown();
        var compactionId = running.join().expect(200).at("/compaction/id");
        assertEquals(head, path(id).get(0));
        assertEquals("compaction_" + compactionId, path(id).get(1));
        CompactionsIT.assertTokensAgree(id);
    }

    @Test
    void manualSummaryInsideRangeAbortsCompaction() {
        SharedServer.model().play(gate.answering("A summary."));
        var id = sessionWithCompaction(LLM);
        talk(id, 0, 20);
        var running = startCompaction(id);
        var inside = addSummary(id, "m4", "m5", "By hand.");
        gate.open().countDown();
        running.join().problem(409, "compaction-conflict");
        assertTrue(path(id).contains(inside));
    }

    @Test
    void appendWaitingForCompactionBlocksNoOtherAppend() {
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
    void messagesAppendedDuringCompactionAreCompactedAfterIt() {
        SharedServer.model().play(gate.answering("A summary."), ModelScript.answer("Another one."));
        var id = sessionWithCompaction(LLM + ",'compactAfter':400");
        talk(id, 0, 10);
        var running = startCompaction(id);
        append(id, message("late", longText())).expect(201);
        gate.open().countDown();
        running.join().expect(200);
        Await.until("the new messages are compacted too", SOON, () -> history(id)
                .text()
                .contains("Another one."));
    }

    @Test
    void abortedCompactionIsFollowedByAnother() {
        SharedServer.model().play(gate.answering("A summary."), ModelScript.answer("Another one."));
        var id = sessionWithCompaction(LLM + ",'compactAfter':200");
        talk(id, 0, 20);
        Gate.await(gate.asked());
        api().put(MESSAGE, id, "m5").json(message("m5", "changed")).send().expect(200);
        append(id, message("late", longText())).expect(201);
        gate.open().countDown();
        Await.until(
                "the second compaction is done", SOON, () -> history(id).text().contains("Another one."));
        assertFalse(history(id).text().contains("A summary."));
    }

    @Test
    void failureOfDeletedSessionIsNotLogged() {
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
        var newLogLines = SharedServer.server().log().substring(log.length());
        assertFalse(newLogLines.contains("WELD") || newLogLines.contains("session-not-found"), newLogLines);
    }
}
