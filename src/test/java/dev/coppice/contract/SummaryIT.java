package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Json;
import dev.coppice.support.ModelEndpoint;
import dev.coppice.support.ModelScript;
import dev.coppice.support.SharedServer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** The running summary of a session. */
@DatabaseNeutral
@Order(IndexApi.FIRST)
class SummaryIT extends MemoryApi {

    private static boolean isCurrent(String session) {
        return summary(session).json().path("current").asBoolean();
    }

    @Test
    void sessionWithoutSummaryReturnsNull() {
        var id = session();
        var none = summary(id);
        assertEquals(
                Json.parse(
                        """
                        {"summary":null,"lastMessageId":null,"messages":0,"tokens":0,"current":true,"createdAt":null,
                         "updatedAt":null}"""),
                none.json());
        assertEquals("\"0\"", none.etag());
        SharedServer.model().play(ModelScript.answer("None."));
        assertEquals(none.text(), summarize(id).expect(200).text());
        assertEquals(0, modelRequests().size());
        appendMessages(id, 0, 1);
        assertFalse(isCurrent(id));
    }

    @Test
    void summaryIsUpdatedFromPreviousOneAndNewMessages() {
        SharedServer.model().play(ModelScript.answer("## Topic\nHazel."), ModelScript.answer("## Topic\nMore hazel."));
        var id = session();
        talk(id, 0, 30);
        var first = summarize(id).expect(200);
        assertEquals("## Topic\nHazel.", first.at("/summary"));
        assertEquals("m29", first.at("/lastMessageId"));
        assertEquals(30, first.number("/messages"));
        assertTrue(first.number("/tokens") > 0);
        assertTrue(first.json().path("current").asBoolean());
        assertEquals("\"1\"", first.etag());
        assertEquals(first.text(), summary(id).text());
        talk(id, 30, 45);
        assertFalse(isCurrent(id));
        var second = summarize(id).expect(200);
        assertEquals("## Topic\nMore hazel.", second.at("/summary"));
        assertEquals("m44", second.at("/lastMessageId"));
        assertEquals("\"2\"", second.etag());
        assertEquals(first.at("/createdAt"), second.at("/createdAt"));
        var body = modelRequests().get(1);
        assertTrue(body.contains("[previous summary]"), body);
        assertTrue(body.contains("Hazel."), body);
        assertFalse(body.contains("Message 29:"), body);
        assertTrue(body.contains("Message 30:"), body);
        assertTrue(body.contains("Message 44:"), body);
    }

    @Test
    void modelIsNotCalledWithoutNewMessages() {
        SharedServer.model().play(ModelScript.answer("One."));
        var id = session();
        talk(id, 0, 2);
        var first = summarize(id).expect(200);
        var again = summarize(id).expect(200);
        assertEquals(first.text(), again.text());
        assertEquals(first.etag(), again.etag());
        assertEquals(1, modelRequests().size());
    }

    @Test
    void summaryDoesNotChangeSession() {
        SharedServer.model().play(ModelScript.answer("One."));
        var id = session();
        talk(id, 0, 2);
        var before = get(id);
        summarize(id).expect(200);
        assertEquals(before.text(), get(id).text());
        assertEquals(before.etag(), get(id).etag());
    }

    @Test
    void failingModelKeepsPreviousSummary() {
        var id = session();
        talk(id, 0, 2);
        SharedServer.model().play(ModelScript.answer("One."));
        summarize(id).expect(200);
        talk(id, 2, 4);
        var before = summary(id);
        for (var script : List.of(
                ModelScript.status(500),
                ModelScript.answer("  "),
                ModelScript.body("garbage"),
                ModelScript.cutOff("half"),
                ModelScript.huge(2 << 20),
                ModelScript.cut(),
                ModelScript.slow())) {
            SharedServer.model().play(script);
            var failed = summarize(id).problem(502, "summarizer-failed");
            assertFalse(failed.text().contains(ModelEndpoint.KEY));
            assertFalse(failed.text().contains("hazel"), failed.text());
            assertEquals(before.text(), summary(id).text());
        }
        SharedServer.model().play(ModelScript.answer("Two."));
        assertEquals("Two.", summarize(id).expect(200).at("/summary"));
    }

    @Test
    void writersDoNotWaitForModel() {
        var gate = new Gate();
        SharedServer.model().play(gate.answering("One."), ModelScript.answer("Two."));
        var id = session();
        talk(id, 0, 4);
        var running = CompletableFuture.supplyAsync(() -> summarize(id));
        Gate.await(gate.asked());
        talk(id, 4, 6);
        api().put(MESSAGE, id, "m5").json(message("m5", "changed")).send().expect(200);
        summarize(id).problem(409, "busy");
        assertEquals(null, summary(id).at("/summary"));
        gate.open().countDown();
        var first = running.join().expect(200);
        assertEquals("m3", first.at("/lastMessageId"));
        assertFalse(first.json().path("current").asBoolean());
        assertEquals("m5", summarize(id).expect(200).at("/lastMessageId"));
    }

    @Test
    void summaryRestartsOnOtherBranch() {
        SharedServer.model().play(ModelScript.answer("The first way."), ModelScript.answer("The second way."));
        var id = session();
        talk(id, 0, 6);
        summarize(id).expect(200);
        appendUnder(id, "m1", message("b2", "Another question.")).expect(201);
        assertFalse(isCurrent(id));
        assertEquals(3, summarize(id).expect(200).number("/messages"));
        var body = modelRequests().get(1);
        assertFalse(body.contains("The first way."), body);
        assertFalse(body.contains("Message 2:"), body);
        assertTrue(body.contains("Message 0:"), body);
        assertTrue(body.contains("Another question."), body);
    }

    @Test
    void summaryRestartsAfterUpdateOrDelete() {
        SharedServer.model()
                .play(ModelScript.answer("Of old."), ModelScript.answer("Anew."), ModelScript.answer("Again."));
        var id = session();
        talk(id, 0, 6);
        summarize(id).expect(200);
        api().put(MESSAGE, id, "m2").json(message("m2", "Oaks instead.")).send().expect(200);
        assertFalse(isCurrent(id));
        summarize(id).expect(200);
        assertFalse(modelRequests().get(1).contains("Of old."), modelRequests().get(1));
        assertTrue(
                modelRequests().get(1).contains("Oaks instead."),
                modelRequests().get(1));
        assertTrue(isCurrent(id));
        api().delete(MESSAGE, id, "m5").send().expect(204);
        assertEquals("m4", summarize(id).expect(200).at("/lastMessageId"));
        assertFalse(
                modelRequests().get(2).contains("Message 5:"), modelRequests().get(2));
    }

    @Test
    void updateAfterSummarizedMessagesKeepsSummary() {
        SharedServer.model().play(ModelScript.answer("One."), ModelScript.answer("Two."));
        var id = session();
        talk(id, 0, 2);
        summarize(id).expect(200);
        talk(id, 2, 4);
        api().put(MESSAGE, id, "m3").json(message("m3", "changed")).send().expect(200);
        summarize(id).expect(200);
        assertTrue(modelRequests().get(1).contains("One."), modelRequests().get(1));
        assertFalse(
                modelRequests().get(1).contains("Message 1:"), modelRequests().get(1));
    }

    @Test
    void updateDuringModelCallMakesSummaryOutdated() {
        var gate = new Gate();
        SharedServer.model().play(gate.answering("With hazel."), ModelScript.answer("With oaks."));
        var id = session();
        talk(id, 0, 4);
        var running = CompletableFuture.supplyAsync(() -> summarize(id));
        Gate.await(gate.asked());
        api().put(MESSAGE, id, "m1").json(message("m1", "Oaks.")).send().expect(200);
        gate.open().countDown();
        assertFalse(running.join().expect(200).json().path("current").asBoolean());
        summarize(id).expect(200);
        assertFalse(
                modelRequests().get(1).contains("With hazel."), modelRequests().get(1));
        assertTrue(isCurrent(id));
    }

    @Test
    void clearedSessionHasNoSummary() {
        SharedServer.model().play(ModelScript.answer("One."));
        var id = session();
        talk(id, 0, 2);
        summarize(id).expect(200);
        api().post(SESSION + "/clear", id).send().expect(200);
        assertEquals(null, summary(id).at("/summary"));
        assertEquals("\"0\"", summary(id).etag());
    }

    @Test
    void sessionWhoseMessagesWereDeletedHasNoSummary() {
        SharedServer.model().play(ModelScript.answer("One."));
        var id = session();
        talk(id, 0, 2);
        summarize(id).expect(200);
        for (var message : List.of("m0", "m1")) {
            api().delete(MESSAGE, id, message).send().expect(204);
        }
        assertEquals(null, summary(id).at("/summary"));
        assertEquals(summary(id).text(), summarize(id).expect(200).text());
        assertEquals(1, modelRequests().size());
    }

    @Test
    void summaryIsDiscardedIfSessionIsClearedOrDeletedMeanwhile() {
        for (boolean deleted : List.of(false, true)) {
            var gate = new Gate();
            SharedServer.model().play(gate.answering("Of what is gone."));
            var id = session();
            talk(id, 0, 4);
            var running = CompletableFuture.supplyAsync(() -> summarize(id));
            Gate.await(gate.asked());
            if (deleted) {
                api().delete(SESSION, id).send().expect(204);
                create(Json.object("id", id)).expect(201);
            } else {
                api().post(SESSION + "/clear", id).send().expect(200);
            }
            talk(id, 0, 2);
            gate.open().countDown();
            running.join().problem(409, "busy");
            assertEquals(null, summary(id).at("/summary"));
            SharedServer.model().play(ModelScript.answer("Of what is there."));
            assertEquals("Of what is there.", summarize(id).expect(200).at("/summary"));
        }
    }

    @Test
    void summaryKeepsTrimmedMessages() {
        SharedServer.model().play(ModelScript.answer("Of the beginning."), ModelScript.answer("Of all."));
        var id = unique("s");
        create(Json.object("id", id, "maxMessages", 4)).expect(201);
        talk(id, 0, 4);
        summarize(id).expect(200);
        talk(id, 4, 12);
        assertEquals(4, path(id).size());
        summarize(id).expect(200);
        var body = modelRequests().get(1);
        assertTrue(body.contains("Of the beginning.") && body.contains("Message 11:"), body);
        assertFalse(body.contains("Message 3:"), body);
    }

    @Test
    void forkStartsWithoutSummary() {
        SharedServer.model().play(ModelScript.answer("One."), ModelScript.answer("Two."));
        var id = session();
        talk(id, 0, 4);
        summarize(id).expect(200);
        var fork = api().post(SESSION + "/fork", id).send().expect(201).at("/id");
        assertEquals(null, summary(fork).at("/summary"));
        assertEquals(4, summarize(fork).expect(200).number("/messages"));
        assertTrue(
                modelRequests().get(1).contains("Message 3:"), modelRequests().get(1));
        assertEquals("One.", summary(id).at("/summary"));
    }

    @Test
    void firstSummaryIsMadeOfHistory() {
        SharedServer.model().play(ModelScript.answer("One."));
        var id = session();
        talk(id, 0, 10);
        api().post("/v1/sessions/{}/compactions", id)
                .json(Json.object("fromMessageId", "m0", "toMessageId", "m7", "summary", "They planted."))
                .send()
                .expect(201);
        summarize(id).expect(200);
        var body = modelRequests().get(0);
        assertTrue(body.contains("They planted."), body);
        assertFalse(body.contains("Message 7:"), body);
        assertTrue(body.contains("Message 8:"), body);
    }

    @Test
    void summaryContinuesAcrossCompaction() {
        SharedServer.model().play(ModelScript.answer("One."), ModelScript.answer("Two."));
        var id = session();
        talk(id, 0, 10);
        summarize(id).expect(200);
        talk(id, 10, 12);
        api().post("/v1/sessions/{}/compactions", id)
                .json(Json.object("fromMessageId", "m0", "toMessageId", "m10", "summary", "They planted."))
                .send()
                .expect(201);
        summarize(id).expect(200);
        var body = modelRequests().get(1);
        assertTrue(body.contains("One.") && body.contains("Message 10:"), body);
        assertFalse(body.contains("Message 9:") || body.contains("They planted."), body);
    }

    @Test
    void modelInputIsBounded() {
        SharedServer.model().play(ModelScript.answer("One."));
        var id = session();
        for (int i = 0; i < 20; i++) {
            append(id, message("l" + i, "Number-" + i + "- " + "word ".repeat(2000)))
                    .expect(201);
        }
        summarize(id).expect(200);
        var body = modelRequests().get(0);
        assertTrue(body.contains("Number-19-"), "the newest message");
        assertTrue(body.contains("Number-9-"), "as many messages as fit");
        assertFalse(body.contains("Number-5-"), "no older message");
    }

    @Test
    void lengthAndModelFollowAgent() {
        SharedServer.model().play(ModelScript.answer("One."));
        var id = sessionOf(agentWith("'model':'small','summary':{'every':0,'tokens':321},"), null);
        talk(id, 0, 2);
        summarize(id).expect(200);
        assertTrue(
                modelRequests().get(0).contains("about 321 tokens"),
                modelRequests().get(0));
        assertTrue(
                modelRequests().get(0).contains("\"model\":\"small\""),
                modelRequests().get(0));
    }

    @Test
    void updateWithIdempotencyKeyIsReplayed() {
        SharedServer.model().play(ModelScript.answer("One."), ModelScript.answer("Two."));
        var id = session();
        talk(id, 0, 2);
        var call = api().post(SUMMARY, id).header("Idempotency-Key", "once");
        var first = call.send().expect(200);
        talk(id, 2, 4);
        var again = call.send().expect(200);
        assertEquals(first.text(), again.text());
        assertEquals("true", again.header("Idempotency-Replayed"));
        assertEquals(1, modelRequests().size());
    }

    @Test
    void missingScopeOrSessionIsRefused() {
        api().get(SUMMARY, unique("s")).send().problem(404, "session-not-found");
        summarize(unique("s")).problem(404, "session-not-found");
        var id = session();
        api().post(SUMMARY, id).json("{\"x\":1}").send().problem(400, "unknown-field");
        api().as(token("default", "read")).post(SUMMARY, id).send().problem(403, "forbidden");
        api().as(token(unique("t"), "write")).get(SUMMARY, id).send().problem(404, "session-not-found");
    }
}
