package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Await;
import dev.coppice.support.Json;
import dev.coppice.support.ModelScript;
import dev.coppice.support.SharedServer;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Summaries and profiles are updated in the background after each turn, as the agent configures it. No append waits for
 * such an update.
 */
@DatabaseNeutral
class AutomaticMemoryIT extends MemoryApi {
    private static final Duration SOON = Duration.ofMinutes(1);

    private static final String TONE = "{\"tone\":\"%s\"}";

    @BeforeEach
    void runQueuedWork() {
        SharedServer.model().play(ModelScript.answer("A summary."));
        awaitQueuedWork();
        SharedServer.model().play(ModelScript.answer("A summary."));
    }

    private static void appendTurn(String session, String text) {
        append(session, message(unique("u"), text), message(unique("a"), "assistant", "Yes: " + text))
                .expect(201);
    }

    private static void awaitCurrentSummary(String session) {
        Await.until(
                "the summary is current",
                SOON,
                () -> summary(session).json().path("current").asBoolean());
    }

    /** Waits until all work queued before has begun: work starts in the order in which it was queued. */
    private static void awaitQueuedWork() {
        var id = sessionOf(agentWith("'summary':true,"), null);
        appendTurn(id, "fence");
        awaitCurrentSummary(id);
    }

    @Test
    void summaryIsUpdatedAfterEachTurn() {
        SharedServer.model().play(ModelScript.answer("One."), ModelScript.answer("Two."));
        var id = sessionOf(agentWith("'summary':true,"), null);
        appendTurn(id, "hazel");
        awaitCurrentSummary(id);
        assertEquals("One.", summary(id).at("/summary"));
        appendTurn(id, "oak");
        awaitCurrentSummary(id);
        assertEquals("Two.", summary(id).at("/summary"));
        assertTrue(
                modelRequests().get(1).contains("One.")
                        && modelRequests().get(1).contains("oak"),
                modelRequests().get(1));
    }

    @Test
    void agentScopeTurnUpdatesSummary() {
        SharedServer.model().play(ModelScript.answer("One."));
        var id = sessionOf(agentWith("'summary':true,"), null);
        append(id, message("q", "USER", "hazel"), message("a", "ASSISTANT", "Yes."))
                .expect(201);
        awaitCurrentSummary(id);
        assertEquals("One.", summary(id).at("/summary"));
    }

    @Test
    void incompleteTurnStartsNoModelCall() {
        var id = sessionOf(agentWith("'summary':true,"), null);
        append(id, message("a0", "assistant", "canary"), message("u0", "canary"))
                .expect(201);
        awaitQueuedWork();
        assertEquals(0, modelRequestsContaining("canary"));
        appendTurn(id, "on");
        awaitCurrentSummary(id);
        assertEquals(1, modelRequestsContaining("canary"));
    }

    @Test
    void nothingRunsUnlessAgentEnablesIt() {
        var withoutAgent = session();
        appendTurn(withoutAgent, "canary");
        for (var agentMembers :
                new String[] {"", "'summary':false,'profile':false,", "'summary':{'every':0},'profile':{'every':0},"}) {
            appendTurn(sessionOf(agentWith(agentMembers), unique("user")), "canary");
        }
        awaitQueuedWork();
        assertEquals(0, modelRequestsContaining("canary"));
    }

    @Test
    void summaryIsUpdatedEveryConfiguredNumberOfMessages() {
        var id = sessionOf(agentWith("'summary':{'every':4},"), null);
        appendTurn(id, "canary one");
        awaitQueuedWork();
        assertEquals(0, modelRequestsContaining("canary"));
        appendTurn(id, "canary two");
        awaitCurrentSummary(id);
        appendTurn(id, "canary three");
        awaitQueuedWork();
        assertEquals(0, modelRequestsContaining("canary three"));
        assertEquals(4, summary(id).number("/messages"));
        appendTurn(id, "canary four");
        awaitCurrentSummary(id);
        assertEquals(8, summary(id).number("/messages"));
    }

    @Test
    void turnsDuringModelCallAreSummarizedTogether() {
        var gate = new Gate();
        var id = sessionOf(agentWith("'summary':true,"), null);
        SharedServer.model().play(gate.answering("One."), ModelScript.answer("Two."));
        appendTurn(id, "first");
        Gate.await(gate.asked());
        for (int i = 0; i < 5; i++) {
            appendTurn(id, "turn " + i);
        }
        gate.open().countDown();
        awaitCurrentSummary(id);
        assertEquals(12, summary(id).number("/messages"));
        assertEquals(2, modelRequests().size());
    }

    @Test
    void failingModelDoesNotFailAppendAndIsNotRetriedAtOnce() {
        var id = sessionOf(agentWith("'summary':true,"), null);
        SharedServer.model().play(ModelScript.status(500), ModelScript.answer("A summary."));
        appendTurn(id, "canary one");
        Await.until("the model receives the request", SOON, () -> modelRequestsContaining("canary") == 1);
        awaitQueuedWork();
        appendTurn(id, "canary two");
        awaitQueuedWork();
        assertEquals(1, modelRequestsContaining("canary"));
        assertEquals(4, path(id).size());
        assertEquals(null, summary(id).at("/summary"));
        var server = SharedServer.server();
        Await.until(
                "the log contains the session's id", SOON, () -> server.log().contains("/" + id + ":"));
        assertFalse(server.log().contains("canary one"), "the log contains no message text");
        summarize(id).expect(200);
    }

    @Test
    void profileIsUpdatedAfterEachTurn() {
        var user = unique("user");
        SharedServer.model()
                .play(ModelScript.answer(TONE.formatted("calm")), ModelScript.answer(TONE.formatted("glad")));
        var elsewhere = sessionOfUser(user, "I keep bees.");
        var id = sessionOf(agentWith("'profile':true,'model':'small',"), user);
        appendTurn(id, "I like hazel.");
        Await.until("the profile exists", SOON, () -> profile(user).status() == 200);
        assertEquals("calm", profile(user).at("/tone"));
        assertTrue(
                modelRequests().get(0).contains("I like hazel.")
                        && modelRequests().get(0).contains("I keep bees."),
                modelRequests().get(0));
        assertTrue(
                modelRequests().get(0).contains("\"model\":\"small\""),
                modelRequests().get(0));
        assertFalse(
                modelRequests().get(0).contains("Yes: I like hazel."),
                modelRequests().get(0));
        appendTurn(id, "And oaks.");
        Await.until("the profile is updated", SOON, () -> "glad"
                .equals(profile(user).at("/tone")));
        api().delete(SESSION, elsewhere).send().expect(204);
    }

    @Test
    void profileFollowsAgentIntervalAndSchema() {
        var user = unique("user");
        var agent =
                agentWith("'profile':{'every':4,'mode':'replace','schema':{'properties':{'tree':{'type':'string'}}}},");
        var id = sessionOf(agent, user);
        api().put(PROFILE, user).json(Json.object("old", 1)).send().expect(201);
        appendTurn(id, "canary one");
        awaitQueuedWork();
        assertEquals(0, modelRequestsContaining("canary"));
        SharedServer.model().play(ModelScript.answer("{\"tree\":\"hazel\",\"tone\":\"calm\"}"));
        appendTurn(id, "canary two");
        Await.until("the profile is written", SOON, () -> profile(user).text().equals("{\"tree\":\"hazel\"}"));
        SharedServer.model().play(ModelScript.answer("A summary."));
        appendTurn(id, "canary three");
        awaitQueuedWork();
        assertEquals(0, modelRequestsContaining("canary three"));
    }

    @Test
    void inheritedMessagesDoNotCountForAnalysisOfFork() {
        var user = unique("user");
        var id = sessionOf(agentWith("'profile':{'every':4},"), user);
        appendTurn(id, "hazel");
        var fork = ForkApi.fork(id, null).expect(201).at("/id");
        appendTurn(fork, "canary one");
        awaitQueuedWork();
        assertEquals(0, modelRequestsContaining("canary"));
        SharedServer.model().play(ModelScript.answer(TONE.formatted("calm")));
        appendTurn(fork, "canary two");
        Await.until("the profile exists", SOON, () -> profile(user).status() == 200);
    }

    @Test
    void sessionWithoutUserStartsNoProfileAnalysis() {
        var id = sessionOf(agentWith("'profile':true,"), null);
        appendTurn(id, "canary");
        awaitQueuedWork();
        assertEquals(0, modelRequestsContaining("canary"));
    }
}
