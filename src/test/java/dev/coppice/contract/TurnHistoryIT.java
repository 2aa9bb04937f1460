package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Turns of forks and of trimmed, compacted and ended sessions. */
@DatabaseNeutral
class TurnHistoryIT extends TurnApi {
    private static List<String> messageIds(HttpAnswer turn) {
        return turn.all("/messages", "id");
    }

    private static void compact(String session, String from, String to, String summary) {
        api().post("/v1/sessions/{}/compactions", session)
                .json(Json.object("fromMessageId", from, "toMessageId", to, "summary", summary))
                .send()
                .expect(201);
    }

    @Test
    void forkHasTurnOfItsPath() {
        var id = sessionWithMessages(6);
        var fork = ForkApi.fork(id, "m3").expect(201).at("/id");
        append(fork, message("f", "Else?")).expect(201);
        append(id, message("later", "later")).expect(201);
        var turn = turn(fork);
        assertEquals(List.of("m0", "m1", "m2", "m3", "f"), messageIds(turn));
        assertEquals(fork, turn.at("/sessionId"));
        assertEquals("f", turn.at("/leafId"));
        assertEquals(5, turn.number("/pathLength"));
        assertEquals(List.of("m2", "m3", "f"), messageIds(turn(fork, "last", "3")));
        assertEquals(List.of("m2", "m3", "f"), messageIds(turn(fork, "turns", "2")));
        requestTurn(fork, "leafId", "m5").problem(404, "message-not-found");
        api().delete(MESSAGE, fork, "m2").send().expect(204);
        assertEquals(List.of("m0", "m1", "m3", "f"), messageIds(turn(fork)));
        assertEquals(7, messageIds(turn(id)).size());
    }

    @Test
    void forkHasTurnWithInheritedCompactions() {
        var id = sessionWithMessages(6);
        compact(id, "m0", "m2", "Much was said.");
        var fork = ForkApi.fork(id, "m4").expect(201).at("/id");
        var turn = turn(fork, "format", "anthropic");
        assertEquals("Much was said.", turn.at("/messages/0/content/0/text"));
        assertFalse(turn.text().contains("text 2"), turn.text());
        assertTrue(turn.text().contains("text 4"), turn.text());
    }

    @Test
    void trimmedMessagesAreNotInTurn() {
        var id = unique("s");
        create(Json.object("id", id, "maxMessages", 3)).expect(201);
        appendMessages(id, 0, 6);
        var turn = turn(id);
        assertEquals(List.of("m4", "m5"), messageIds(turn), "the first message is from a user");
        assertEquals("before-first-user", turn.at("/diagnostics/0/kind"));
        assertEquals(List.of("m4", "m5"), messageIds(turn(id, "last", "5")));
        assertFalse(turn(id, "format", "openai").text().contains("text 2"));
        requestTurn(id, "leafId", "m1").problem(404, "message-not-found");
    }

    /** A call is omitted with its result, also beside a summary and if the result is in a later message. */
    @Test
    void callsAndResultsAreOmittedBesideSummary() {
        var id = session();
        append(
                        id,
                        message("q0", "One?"),
                        message("a0", "assistant", "One."),
                        message("q1", "How warm is it?"),
                        """
                        {"id":"c1","role":"assistant","content":"I look.","tool_calls":[{"id":"t1","type":"function",\
                        "function":{"name":"weather","arguments":"{\\"city\\":\\"Kyoto\\"}"}}]}""",
                        "{\"id\":\"r1\",\"role\":\"tool\",\"tool_call_id\":\"t1\",\"content\":\"19 there\"}",
                        message("a1", "assistant", "Warm."))
                .expect(201);
        compact(id, "q0", "a0", "One was one.");
        for (var format : List.of("openai", "anthropic", "agentscope", "ai-sdk")) {
            var turn = turn(id, "format", format, "toolResults", "false");
            assertFalse(turn.text().contains("Kyoto") || turn.text().contains("19 there"), turn.text());
            assertTrue(turn.text().contains("One was one.") && turn.text().contains("Warm."), turn.text());
            assertEquals("user", turn.at("/messages/0/role").toLowerCase(), format);
            assertTrue(turn(id, "format", format).text().contains("19 there"), format);
        }
    }

    @Test
    void endedSessionHasTurn() {
        var id = sessionWithMessages(2);
        api().post(SESSION + "/split", id)
                .json(Json.object("summary", "So far."))
                .send()
                .expect(201);
        assertEquals(List.of("m0", "m1"), messageIds(turn(id)));
    }

    @Test
    void turnNeedsTenantAndReadScope() {
        var id = sessionWithMessages(2);
        var reader = api().as(token("default", "read"));
        assertEquals(turn(id).text(), reader.get(TURN, id).send().expect(200).text());
        api().as(token(unique("t"), "read")).get(TURN, id).send().problem(404, "session-not-found");
        api().as("nobody").get(TURN, id).send().problem(401, "unauthenticated");
        api().get(TURN, id).query("namespace", "elsewhere").send().problem(404, "session-not-found");
    }
}
