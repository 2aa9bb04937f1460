package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.support.Await;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.ModelScript;
import dev.coppice.support.SecondNode;
import dev.coppice.support.SharedServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Summaries and profiles on two nodes: a lease lets one node at a time compute a summary or profile. */
@EnabledIf(
        value = "dev.coppice.support.Databases#areOnServer",
        disabledReason = "two nodes are for a database that both reach")
@DatabaseNeutral
@ExtendWith(SecondNode.class)
@ResourceLock(value = SecondNode.RESOURCE, mode = ResourceAccessMode.READ)
@Order(SecondNode.ORDER)
class MemoryNodesIT extends MemoryApi {
    private static final Duration SOON = Duration.ofMinutes(2);

    private final Gate gate = new Gate();

    @AfterEach
    void openGate() {
        gate.open().countDown();
    }

    /** Starts a POST on the second node and waits until it has called the model. */
    private CompletableFuture<HttpAnswer> startOnSecondNode(String template, String name) {
        var running = CompletableFuture.supplyAsync(
                () -> SecondNode.api().post(template, name).send());
        Gate.await(gate.asked());
        return running;
    }

    @Test
    void concurrentSummaryOnOtherNodeIsRefused() {
        SharedServer.model().play(gate.answering("One."));
        var id = session();
        talk(id, 0, 4);
        var running = startOnSecondNode(SUMMARY, id);
        summarize(id).problem(409, "busy");
        gate.open().countDown();
        assertEquals("One.", running.join().expect(200).at("/summary"));
        assertEquals("One.", summary(id).at("/summary"));
    }

    @Test
    void turnAppendedOnOneNodeDuringSummaryOnOtherIsSummarized() {
        SharedServer.model().play(gate.answering("One."), ModelScript.answer("Two."));
        var id = sessionOf(agentWith("'summary':true,"), null);
        talk(id, 0, 2);
        Gate.await(gate.asked());
        SecondNode.api()
                .post(MESSAGES, id)
                .json(batch(message("u", "And oaks."), message("a", "assistant", "Yes.")))
                .send()
                .expect(201);
        gate.open().countDown();
        Await.until("the second turn is summarized", SOON, () -> "Two."
                .equals(summary(id).at("/summary")));
        assertEquals("a", summary(id).at("/lastMessageId"));
    }

    /** The lease of the second node has expired; the summary that the first node has stored since stays. */
    @Test
    void summaryAfterLeaseExpiryIsNotStored() {
        SharedServer.model().play(gate.answering("Too late."), ModelScript.answer("In time."));
        var id = session();
        talk(id, 0, 4);
        var late = startOnSecondNode(SUMMARY, id);
        Await.until("the lease has expired", SOON, () -> summarize(id).status() == 200);
        gate.open().countDown();
        late.join().problem(409, "busy");
        assertEquals("In time.", summary(id).at("/summary"));
    }

    @Test
    void profileAfterLeaseExpiryIsNotStored() {
        SharedServer.model().play(gate.answering("{\"tone\":\"late\"}"), ModelScript.answer("{\"tone\":\"calm\"}"));
        var user = unique("user");
        sessionOfUser(user, "I like hazel.");
        var late = startOnSecondNode(PROFILE, user);
        analyze(user).problem(409, "busy");
        Await.until("the lease has expired", SOON, () -> analyze(user).status() == 200);
        gate.open().countDown();
        late.join().problem(409, "busy");
        assertEquals("calm", profile(user).at("/tone"));
    }
}
