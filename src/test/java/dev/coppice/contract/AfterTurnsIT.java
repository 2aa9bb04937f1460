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

/** Summaries and profiles come up to date by themselves, as agents say, and no append waits for it. */
@DatabaseNeutral
class AfterTurnsIT extends MemoryApi {
    private static final Duration SOON = Duration.ofSeconds(20);

    private static final String TONE = "{\"tone\":\"%s\"}";

    @BeforeEach
    void nothingIsLeftFromBefore() {
        SharedServer.model().play(ModelScript.answer("A summary."));
        fence();
        SharedServer.model().play(ModelScript.answer("A summary."));
    }

    private static void turn(String session, String text) {
        append(session, message(unique("u"), text), message(unique("a"), "assistant", "Yes: " + text))
                .expect(201);
    }

    private static void isSummarised(String session) {
        Await.until(
                "it is summarised",
                SOON,
                () -> summary(session).json().path("current").asBoolean());
    }

    /** What was wished before has begun when this returns: work begins in its order. */
    private static void fence() {
        var id = sessionOf(agentWith("'summary':true,"), null);
        turn(id, "fence");
        isSummarised(id);
    }

    @Test
    void aSummaryFollowsEachTurn() {
        SharedServer.model().play(ModelScript.answer("One."), ModelScript.answer("Two."));
        var id = sessionOf(agentWith("'summary':true,"), null);
        turn(id, "hazel");
        isSummarised(id);
        assertEquals("One.", summary(id).at("/summary"));
        turn(id, "oak");
        isSummarised(id);
        assertEquals("Two.", summary(id).at("/summary"));
        assertTrue(
                modelRequests().get(1).contains("One.")
                        && modelRequests().get(1).contains("oak"),
                modelRequests().get(1));
    }

    @Test
    void aTurnOfAgentScopeEndsToo() {
        SharedServer.model().play(ModelScript.answer("One."));
        var id = sessionOf(agentWith("'summary':true,"), null);
        append(id, message("q", "USER", "hazel"), message("a", "ASSISTANT", "Yes."))
                .expect(201);
        isSummarised(id);
        assertEquals("One.", summary(id).at("/summary"));
    }

    @Test
    void whatDoesNotEndATurnBeginsNothing() {
        var id = sessionOf(agentWith("'summary':true,"), null);
        append(id, message("a0", "assistant", "canary"), message("u0", "canary"))
                .expect(201);
        fence();
        assertEquals(0, modelRequestsContaining("canary"));
        turn(id, "on");
        isSummarised(id);
        assertEquals(1, modelRequestsContaining("canary"));
    }

    @Test
    void noAgentNoSummary() {
        var none = session();
        turn(none, "canary");
        for (var members :
                new String[] {"", "'summary':false,'profile':false,", "'summary':{'every':0},'profile':{'every':0},"}) {
            turn(sessionOf(agentWith(members), unique("user")), "canary");
        }
        fence();
        assertEquals(0, modelRequestsContaining("canary"));
    }

    @Test
    void itComesEverySoManyMessages() {
        var id = sessionOf(agentWith("'summary':{'every':4},"), null);
        turn(id, "canary one");
        fence();
        assertEquals(0, modelRequestsContaining("canary"));
        turn(id, "canary two");
        isSummarised(id);
        turn(id, "canary three");
        fence();
        assertEquals(0, modelRequestsContaining("canary three"));
        assertEquals(4, summary(id).number("/messages"));
        turn(id, "canary four");
        isSummarised(id);
        assertEquals(8, summary(id).number("/messages"));
    }

    @Test
    void turnsThatEndMeanwhileAreSummarisedTogether() {
        var gate = new Gate();
        var id = sessionOf(agentWith("'summary':true,"), null);
        SharedServer.model().play(gate.answering("One."), ModelScript.answer("Two."));
        turn(id, "first");
        Gate.await(gate.asked());
        for (int i = 0; i < 5; i++) {
            turn(id, "turn " + i);
        }
        gate.open().countDown();
        isSummarised(id);
        assertEquals(12, summary(id).number("/messages"));
        assertEquals(2, modelRequests().size());
    }

    @Test
    void aModelThatFailsHarmsNoAppendAndIsNotAskedAtOnceAgain() {
        var id = sessionOf(agentWith("'summary':true,"), null);
        SharedServer.model().play(ModelScript.status(500), ModelScript.answer("A summary."));
        turn(id, "canary one");
        Await.until("the model was asked", SOON, () -> modelRequestsContaining("canary") == 1);
        fence();
        turn(id, "canary two");
        fence();
        assertEquals(1, modelRequestsContaining("canary"));
        assertEquals(4, path(id).size());
        assertEquals(null, summary(id).at("/summary"));
        var log = SharedServer.server().log();
        assertTrue(log.contains("/" + id + ":"), "the log names the session");
        assertFalse(log.contains("canary one"), "and none of its words");
        summarize(id).expect(200);
    }

    @Test
    void theProfileFollowsEachTurnOfAUser() {
        var user = unique("user");
        SharedServer.model()
                .play(ModelScript.answer(TONE.formatted("calm")), ModelScript.answer(TONE.formatted("glad")));
        var elsewhere = sessionOfUser(user, "I keep bees.");
        var id = sessionOf(agentWith("'profile':true,'model':'small',"), user);
        turn(id, "I like hazel.");
        Await.until("there is a profile", SOON, () -> profile(user).status() == 200);
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
        turn(id, "And oaks.");
        Await.until("it was updated", SOON, () -> "glad".equals(profile(user).at("/tone")));
        api().delete(SESSION, elsewhere).send().expect(204);
    }

    @Test
    void theProfileComesEverySoManyMessagesAsTheAgentSays() {
        var user = unique("user");
        var agent =
                agentWith("'profile':{'every':4,'mode':'replace','schema':{'properties':{'tree':{'type':'string'}}}},");
        var id = sessionOf(agent, user);
        api().put(PROFILE, user).json(Json.object("old", 1)).send().expect(201);
        turn(id, "canary one");
        fence();
        assertEquals(0, modelRequestsContaining("canary"));
        SharedServer.model().play(ModelScript.answer("{\"tree\":\"hazel\",\"tone\":\"calm\"}"));
        turn(id, "canary two");
        Await.until("it was written", SOON, () -> profile(user).text().equals("{\"tree\":\"hazel\"}"));
        SharedServer.model().play(ModelScript.answer("A summary."));
        turn(id, "canary three");
        fence();
        assertEquals(0, modelRequestsContaining("canary three"));
    }

    @Test
    void aSessionWithoutAUserHasNoProfile() {
        var id = sessionOf(agentWith("'profile':true,"), null);
        turn(id, "canary");
        fence();
        assertEquals(0, modelRequestsContaining("canary"));
    }
}
