package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The last part of a history that a turn returns: {@code last}, {@code turns}, {@code maxTokens}. */
@DatabaseNeutral
class TurnWindowIT extends TurnApi {
    private static List<String> messageIds(HttpAnswer turn) {
        return turn.all("/messages", "id");
    }

    @Test
    void windowBeginsWithUserMessage() {
        var id = sessionWithMessages(6);
        assertEquals(List.of("m2", "m3", "m4", "m5"), messageIds(turn(id, "last", "4")));
        var shorter = turn(id, "last", "3");
        assertEquals(List.of("m4", "m5"), messageIds(shorter));
        assertTrue(shorter.json().path("truncated").asBoolean());
        assertEquals("m4", shorter.at("/before"));
        assertEquals("before-first-user", shorter.at("/diagnostics/0/kind"));
        assertEquals("m3", shorter.at("/diagnostics/0/messageId"));
        assertEquals("1 message", shorter.at("/diagnostics/0/detail"));
    }

    @Test
    void windowWithoutUserMessageBeginsWithNearestOneBefore() {
        var id = sessionWithMessages(6);
        var turn = turn(id, "last", "1");
        assertEquals(List.of("m4", "m5"), messageIds(turn));
        assertTrue(turn.json().path("truncated").asBoolean());
        assertEquals("m4", turn.at("/before"));
        assertEquals(0, turn.json().path("diagnostics").size());
        for (var format : List.of("openai", "anthropic", "agentscope")) {
            assertEquals(
                    2,
                    turn(id, "format", format, "last", "1")
                            .json()
                            .path("messages")
                            .size());
        }
        append(id, message("a6", "assistant", "a"), message("a7", "assistant", "a"))
                .expect(201);
        assertEquals(List.of("m4", "m5", "a6", "a7"), messageIds(turn(id, "last", "2")));
        assertEquals(List.of("m2", "m3"), messageIds(turn(id, "last", "1", "leafId", "m3")));
        assertFalse(
                turn(id, "last", "1", "leafId", "m1").json().path("truncated").asBoolean());
    }

    @Test
    void windowThatIsToolResultBeginsWithUserMessageBefore() {
        var id = session();
        append(
                        id,
                        message("q0", "?"),
                        message("a0", "assistant", "a"),
                        message("q1", "How warm is it?"),
                        """
                        {"id":"c1","role":"assistant","content":null,"tool_calls":[{"id":"t1","type":"function",\
                        "function":{"name":"weather","arguments":"{}"}}]}""",
                        "{\"id\":\"r1\",\"role\":\"tool\",\"tool_call_id\":\"t1\",\"content\":\"19\"}")
                .expect(201);
        assertEquals(List.of("q1", "c1"), messageIds(turn(id, "last", "1")));
        assertEquals(
                List.of("user", "assistant", "tool"),
                turn(id, "last", "1", "format", "openai").all("/messages", "role"));
        append(
                        id,
                        """
                        {"id":"c2","role":"assistant","content":[{"type":"tool_use","id":"t2","name":"w","input":{}}]}""",
                        """
                        {"id":"r2","role":"user","content":[{"type":"tool_result","tool_use_id":"t2","content":"1"}]}""")
                .expect(201);
        assertEquals(
                "How warm is it?", turn(id, "last", "1", "format", "anthropic").at("/messages/0/content/0/text"));
    }

    /** A session with a question and this many answers without another question. */
    private static String question(int answers) {
        var id = session();
        append(id, message("q", "?")).expect(201);
        for (int from = 1; from <= answers; from += 100) {
            append(
                            id,
                            IntStream.rangeClosed(from, Math.min(answers, from + 99))
                                    .mapToObj(i -> message("a" + i, "assistant", "a"))
                                    .toArray(String[]::new))
                    .expect(201);
        }
        return id;
    }

    @Test
    void userMessageIsSearchedInTwoHundredMessagesBeforeWindow() {
        var near = question(200);
        assertEquals(201, messageIds(turn(near, "last", "1")).size());
        append(near, message("far", "assistant", "a")).expect(201);
        var far = turn(near, "last", "1");
        assertEquals(List.of(), messageIds(far));
        assertTrue(far.json().path("truncated").asBoolean());
        assertEquals("far", far.at("/before"));
        assertEquals("before-first-user", far.at("/diagnostics/0/kind"));
        assertEquals(202, messageIds(turn(near, "last", "2")).size());
    }

    @Test
    void windowIsExtendedWithinMaxTokensOnly() {
        var id = question(4);
        long all = get(id).number("/tokens");
        assertEquals(5, messageIds(turn(id, "last", "1", "maxTokens", "" + all)).size());
        var empty = turn(id, "last", "1", "maxTokens", "" + (all - 1));
        assertEquals(List.of(), messageIds(empty));
        assertEquals("before-first-user", empty.at("/diagnostics/0/kind"));
        assertEquals("1 message", empty.at("/diagnostics/0/detail"));
        assertEquals(0, empty.number("/tokens/history"));
    }

    /** The default of {@code coppice.turn.max-bytes} is 4 MiB. */
    @Test
    void windowIsExtendedWithinMaxBytesOnly() {
        var id = session();
        append(id, message("q", "x".repeat(3 << 20))).expect(201);
        append(id, message("a", "assistant", "y".repeat(1 << 10))).expect(201);
        assertEquals(List.of("q", "a"), messageIds(turn(id, "last", "1")));
        append(id, message("b", "assistant", "y".repeat(2 << 20))).expect(201);
        assertEquals(List.of(), messageIds(turn(id, "last", "1")));
    }

    @Test
    void windowBeginsWithSummaryBefore() {
        var id = sessionWithMessages(8);
        append(id, message("a", "assistant", "a"), message("b", "assistant", "b"))
                .expect(201);
        api().post("/v1/sessions/{}/compactions", id)
                .json(Json.object("fromMessageId", "m2", "toMessageId", "m7", "summary", "Much was said."))
                .send()
                .expect(201);
        var turn = turn(id, "last", "1");
        assertEquals(3, turn.json().path("messages").size());
        assertEquals("Much was said.", turn.at("/messages/0/parts/0/text"));
        assertEquals("user", turn.at("/messages/0/role"));
        assertEquals(turn.json().path("messages"), turn(id, "last", "3").json().path("messages"));
    }

    @Test
    void beforeReturnsOlderMessages() {
        var id = sessionWithMessages(6);
        var before = turn(id, "last", "3").at("/before");
        var older = api().get(HISTORY, id).query("before", before).send().expect(200);
        assertEquals(List.of("m0", "m1", "m2", "m3"), older.all("/messages", "id"));
    }

    @Test
    void messagesOfPathWithoutUserMessageAreReadByHistory() {
        var id = session();
        append(id, message("a", "assistant", "Welcome."), message("b", "assistant", "How can I help?"))
                .expect(201);
        var turn = turn(id);
        assertEquals(List.of(), messageIds(turn));
        assertTrue(turn.json().path("truncated").asBoolean());
        assertFalse(turn.json().has("before"), turn.text());
        assertEquals(List.of("a", "b"), path(id));
    }

    @Test
    void windowNeverBeginsWithToolResult() {
        var id = session();
        append(
                        id,
                        message("q1", "?"),
                        """
                        {"id":"a1","role":"assistant","content":[{"type":"tool_use","id":"t","name":"w","input":{}}]}""",
                        """
                        {"id":"r1","role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"1"}]}""",
                        message("a2", "assistant", "One."),
                        message("q2", "And?"),
                        message("a3", "assistant", "Two."))
                .expect(201);
        assertEquals(List.of("q2", "a3"), messageIds(turn(id, "last", "4")));
        assertEquals(List.of("q2", "a3"), messageIds(turn(id, "last", "3")));
        // A tool result with role user does not begin a user turn.
        assertEquals(List.of("q1", "a1", "a2", "q2", "a3"), messageIds(turn(id, "turns", "2")));
        assertEquals(List.of("q2", "a3"), messageIds(turn(id, "turns", "1")));
    }

    @Test
    void turnsParameterCountsUserTurns() {
        var id = session();
        append(
                        id,
                        message("q1", "?"),
                        message("a1", "assistant", "a"),
                        message("q2", "?"),
                        message("a2", "assistant", "a"),
                        message("b2", "assistant", "b"),
                        message("q3", "?"))
                .expect(201);
        assertEquals(List.of("q3"), messageIds(turn(id, "turns", "1")));
        var two = turn(id, "turns", "2");
        assertEquals(List.of("q2", "a2", "b2", "q3"), messageIds(two));
        assertEquals("q2", two.at("/before"));
        assertEquals(6, two.number("/pathLength"));
        assertEquals(6, messageIds(turn(id, "turns", "3")).size());
        var all = turn(id, "turns", "10");
        assertEquals(6, messageIds(all).size());
        assertFalse(all.json().path("truncated").asBoolean());
        // The tighter bound wins.
        assertEquals(List.of("q3"), messageIds(turn(id, "turns", "2", "last", "1")));
        assertEquals(List.of("q3"), messageIds(turn(id, "turns", "1", "last", "5")));
    }

    @Test
    void turnsSpanBranchesAndEdits() {
        var id = sessionWithMessages(6);
        appendUnder(id, "m3", message("x0", "x"), message("x1", "assistant", "x"))
                .expect(201);
        assertEquals(List.of("m2", "m3", "x0", "x1"), messageIds(turn(id, "turns", "2")));
        api().delete(MESSAGE, id, "m2").send().expect(204);
        assertEquals(List.of("m0", "m1", "m3", "x0", "x1"), messageIds(turn(id, "turns", "2")));
    }

    @Test
    void maxTokensLimitsWindow() {
        var id = sessionWithMessages(6);
        long two = entry(id, "m4").number("/tokens") + entry(id, "m5").number("/tokens");
        assertEquals(List.of("m4", "m5"), messageIds(turn(id, "maxTokens", "" + two)));
    }

    /** The default of {@code coppice.turn.max-bytes}. */
    @Test
    void messagesBeyondMaxBytesAreOmitted() {
        var id = session();
        for (int i = 0; i < 6; i++) {
            append(id, message("q" + i, "x".repeat(1 << 20)), message("a" + i, "assistant", "Yes."))
                    .expect(201);
        }
        var turn = turn(id);
        assertEquals(List.of("q3", "a3", "q4", "a4", "q5", "a5"), messageIds(turn));
        assertTrue(turn.json().path("truncated").asBoolean());
        assertEquals("q3", turn.at("/before"));
    }

    @Test
    void systemMessageMayPrecedeFirstUserMessage() {
        var id = session();
        append(id, message("s", "system", "Be brief."), message("a", "assistant", "Welcome."), message("q", "Hello"))
                .expect(201);
        assertEquals(List.of("s", "q"), messageIds(turn(id)));
        var anthropic = turn(id, "format", "anthropic");
        assertEquals("user", anthropic.at("/messages/0/role"));
        assertEquals("<system>\nBe brief.\n</system>", anthropic.at("/messages/0/content/0/text"));
        assertEquals("role-changed", anthropic.at("/diagnostics/0/kind"));
    }
}
