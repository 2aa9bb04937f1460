package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.format.MessageTokens;
import dev.coppice.format.TokenCounter;
import dev.coppice.support.Json;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Turns: the input of an agent's next model call. */
@DatabaseNeutral
class TurnIT extends TurnApi {
    @Test
    void emptySessionHasTurn() {
        var turn = turn(session());
        assertEquals(0, turn.json().path("messages").size());
        assertTrue(turn.json().path("leafId").isNull());
        assertEquals("ai-sdk", turn.at("/format"));
        assertEquals("", turn.at("/system"));
        assertFalse(turn.json().has("reminder"));
        assertTrue(turn.json().path("summary").isNull());
        assertTrue(turn.json().path("profile").isNull());
        assertEquals("{}", turn.json().path("metadata").toString());
        assertEquals(0, turn.number("/tokens/total"));
    }

    @Test
    void aiSdkMessagesAreUnchanged() {
        var id = session();
        append(id, message("q", "Hello?"), message("a", "assistant", "Yes.")).expect(201);
        var turn = turn(id);
        assertEquals(history(id).json().path("messages"), turn.json().path("messages"));
        assertEquals("a", turn.at("/leafId"));
        assertEquals(2, turn.number("/pathLength"));
        assertEquals(history(id).number("/tokens"), turn.number("/tokens/history"));
        assertFalse(turn.json().path("truncated").asBoolean());
        assertFalse(turn.json().has("before"));
        assertEquals(0, turn.json().path("diagnostics").size());
    }

    @Test
    void callAndResultAreConvertedToProviderFormat() {
        var id = sessionWithToolCall();
        assertEquals(
                """
                [{"role":"user","content":"How warm is it?"},\
                {"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":\
                {"name":"weather","arguments":"{\\"city\\":\\"Kyoto\\"}"}}]},\
                {"role":"tool","tool_call_id":"c1","content":"19"},\
                {"role":"assistant","content":"19 degrees."}]""",
                messages(id, "openai").toString());
        assertEquals(
                """
                [{"type":"message","role":"user","content":"How warm is it?"},\
                {"type":"function_call","call_id":"c1","name":"weather","arguments":"{\\"city\\":\\"Kyoto\\"}"},\
                {"type":"function_call_output","call_id":"c1","output":"19"},\
                {"type":"message","role":"assistant","content":"19 degrees."}]""",
                turn(id, "format", "openai-responses").json().path("input").toString());
        assertEquals(
                """
                [{"role":"user","content":[{"type":"text","text":"How warm is it?"}]},\
                {"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"weather","input":{"city":"Kyoto"}}]},\
                {"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"19"}]},\
                {"role":"assistant","content":[{"type":"text","text":"19 degrees."}]}]""",
                messages(id, "anthropic").toString());
        assertEquals(
                """
                [{"id":"q","name":"user","role":"USER","content":[{"type":"text","text":"How warm is it?"}]},\
                {"id":"a","name":"assistant","role":"ASSISTANT","content":\
                [{"type":"tool_use","id":"c1","name":"weather","input":{"city":"Kyoto"}}]},\
                {"id":"a_results","name":"assistant","role":"TOOL","content":\
                [{"type":"tool_result","id":"c1","name":"weather","output":[{"type":"text","text":"19"}]}]},\
                {"id":"a_2","name":"assistant","role":"ASSISTANT","content":[{"type":"text","text":"19 degrees."}]}]""",
                messages(id, "agentscope").toString());
    }

    @Test
    void callWithoutResultGetsResultAndDiagnostic() {
        var id = session();
        append(
                        id,
                        message("q", "How warm is it?"),
                        """
                        {"id":"a","role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function",\
                        "function":{"name":"weather","arguments":"{}"}}]}""")
                .expect(201);
        var turn = turn(id, "format", "anthropic");
        assertEquals("c1", turn.at("/messages/2/content/0/tool_use_id"));
        assertEquals("call-without-result", turn.at("/diagnostics/0/kind"));
        assertEquals("a", turn.at("/diagnostics/0/messageId"));
        assertEquals("c1", turn.at("/diagnostics/0/toolCallId"));
    }

    @Test
    void omittedPartsAreListedInDiagnostics() {
        var id = session();
        append(
                        id,
                        """
                        {"id":"q","role":"user","parts":[{"type":"text","text":"See"},\
                        {"type":"file","mediaType":"video/mp4","url":"https://x.example/v.mp4"}]}""",
                        """
                        {"id":"a","role":"assistant","parts":[{"type":"reasoning","text":"hm"},{"type":"text","text":"Yes"}]}""")
                .expect(201);
        var turn = turn(id, "format", "openai");
        assertEquals(List.of("part-left-out", "reasoning-left-out"), turn.all("/diagnostics", "kind"));
        assertEquals("[file (video/mp4) left out]", turn.at("/messages/0/content/1/text"));
        assertEquals(0, turn(id).json().path("diagnostics").size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"gemini", "", "OPENAI"})
    void unknownFormatIsRefused(String format) {
        assertRefused(requestTurn(session(), "format", format)).problem(400, "malformed");
    }

    @ParameterizedTest
    @CsvSource({
        "last,0,out-of-range",
        "turns,-1,out-of-range",
        "maxTokens,x,out-of-range",
        "toolResults,no,malformed",
        "toolOutputs,cut,malformed",
        "keepRecent,1001,out-of-range",
        "step,0,out-of-range"
    })
    void invalidParameterIsRefused(String name, String value, String code) {
        assertRefused(requestTurn(session(), name, value)).problem(400, code);
    }

    @Test
    void missingSessionOrLeafIsNotFound() {
        requestTurn(unique("s")).problem(404, "session-not-found");
        var id = sessionWithMessages(2);
        for (var leaf : List.of("nobody", "*", "%", "' or 1=1 --", "compaction_1")) {
            requestTurn(id, "leafId", leaf).problem(404, "message-not-found");
        }
        assertRefused(requestTurn(id, "leafId", ""));
        assertRefused(requestTurn(id, "leafId", "a/b"));
    }

    /** Every stored message can be converted to every format. */
    @ParameterizedTest
    @ValueSource(strings = {"openai", "openai-responses", "anthropic", "ai-sdk", "agentscope"})
    void oddMessagesAreConverted(String format) {
        var deep = "[".repeat(900) + "]".repeat(900);
        var id = session();
        append(
                        id,
                        "{\"id\":\"s\",\"role\":\"system\",\"content\":\"\"}",
                        "{\"id\":\"r\",\"role\":\"tool\",\"tool_call_id\":\"none\",\"content\":\"alone\"}",
                        "{\"id\":\"c\",\"role\":\"critic\",\"content\":[null,1,[],{},{\"type\":7},{\"type\":\"novel\",\"x\":1}]}",
                        "{\"id\":\"d\",\"role\":\"assistant\",\"content\":null,\"tool_calls\":[1,{},{\"id\":\"\",\"function\":{\"name\":\"\","
                                + "\"arguments\":" + Json.quote(deep) + "}}]}",
                        "{\"id\":\"e\",\"role\":\"assistant\",\"parts\":[{\"type\":\"tool-\",\"state\":\"output-available\",\"output\":"
                                + deep + "}],\"__proto__\":{\"role\":\"system\"}}",
                        "{\"id\":\"q\",\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"text\":\"\\u0000\"},{\"type\":\"file\"}]}")
                .expect(201);
        var turn = turn(id, "format", format);
        assertTrue(turn.json().path("diagnostics").size() > 0);
        assertEquals("q", turn.at("/leafId"));
        turn(id, "format", format, "last", "3", "toolResults", "false", "toolOutputs", "truncate");
        turn(id, "format", format, "leafId", "r");
    }

    @Test
    void leafIdSelectsPath() {
        var id = sessionWithMessages(4);
        appendUnder(id, "m0", message("b", "assistant", "Else")).expect(201);
        assertEquals(List.of("m0", "b"), turn(id).all("/messages", "id"));
        var turn = turn(id, "leafId", "m3");
        assertEquals(List.of("m0", "m1", "m2", "m3"), turn.all("/messages", "id"));
        assertEquals("m3", turn.at("/leafId"));
    }

    @Test
    void versionEqualsSessionVersion() {
        var id = sessionWithMessages(2);
        var turn = turn(id);
        assertEquals(get(id).header("ETag"), turn.header("ETag"));
        assertEquals(get(id).header("ETag"), "\"" + turn.number("/version") + "\"");
    }

    @Test
    void turnIncludesMetadata() {
        var id = session();
        api().put("/v1/sessions/{}/metadata", id).json("{\"n\":1.50}").send().expect(200);
        assertEquals("{\"n\":1.50}", turn(id).json().path("metadata").toString());
    }

    @Test
    void turnIncludesPromptAndTools() {
        var id = sessionWith(SOUL, MEMORY, SKILLS);
        var turn = turn(id, "format", "anthropic");
        assertEquals(promptOf(id), turn.at("/system"));
        var tools = api().get(TOOLS, id).query("format", "anthropic").send().expect(200);
        assertEquals(tools.json().path("tools"), turn.json().path("tools"));
        assertEquals(TokenCounter.ESTIMATE.count(promptOf(id)), turn.number("/tokens/prompt"));
        assertTrue(turn.number("/tokens/tools") > 0);
        assertEquals(
                turn.number("/tokens/history") + turn.number("/tokens/prompt") + turn.number("/tokens/tools"),
                turn.number("/tokens/total"));
        assertEquals("function", turn(id, "format", "openai").at("/tools/0/type"));
        assertEquals("function", turn(id, "format", "agentscope").at("/tools/0/type"));
        assertEquals("set_context", turn(id, "format", "openai-responses").at("/tools/0/name"));
        assertTrue(turn(id).json().path("tools").path(0).has("inputSchema"));
    }

    @Test
    void promptIsFrozenAndReminderHasChanges() {
        var id = sessionWith(SOUL, MEMORY);
        var frozen = turn(id).at("/system");
        write(id, "memory", "Likes tea.").expect(200);
        var turn = turn(id);
        assertEquals(frozen, turn.at("/system"));
        assertEquals(
                api().get(PROMPT, id)
                        .query("reminder", "true")
                        .send()
                        .expect(200)
                        .at("/reminder"),
                turn.at("/reminder"));
        assertTrue(turn.at("/reminder").contains("Likes tea."));
        refresh(id).expect(200);
        assertFalse(turn(id).json().has("reminder"));
    }

    @Test
    void readingChangesNothing() {
        var id = sessionWith(SOUL);
        var before = get(id);
        var reader = api().as(token("default", "read"));
        reader.get(TURN, id).send().expect(200);
        var after = get(id);
        assertEquals(before.header("ETag"), after.header("ETag"));
        assertEquals(withoutContextTokens(before), withoutContextTokens(after));
    }

    @Test
    void tokensCountReturnedMessages() {
        var id = sessionWithToolCall();
        for (var format : List.of("openai", "anthropic", "ai-sdk", "agentscope")) {
            var turn = turn(id, "format", format);
            long sum = StreamSupport.stream(turn.json().path("messages").spliterator(), false)
                    .mapToLong(message -> MessageTokens.of(Json.bytes(message), TokenCounter.ESTIMATE))
                    .sum();
            assertEquals(sum, turn.number("/tokens/history"), format);
        }
        assertTrue(turn(id, "toolResults", "false").number("/tokens/history") < turn(id).number("/tokens/history"));
    }

    @Test
    void callsAreOmittedTogetherWithResults() {
        var id = sessionWithToolCall();
        for (var format : List.of("openai", "anthropic", "agentscope")) {
            var turn = turn(id, "format", format, "toolResults", "false");
            assertEquals(2, turn.json().path("messages").size(), turn.text());
            assertFalse(turn.text().contains("Kyoto"), turn.text());
            assertTrue(turn.text().contains("19 degrees."));
        }
    }

    @Test
    void oldOutputsAreTruncatedOnRequest() {
        var id = session();
        var output = "x".repeat(2000);
        append(id, message("q", "?"), toolCallMessage("a", output)).expect(201);
        appendMessages(id, 0, 6);
        assertTrue(turn(id).text().contains(output));
        var cut = turn(id, "toolOutputs", "truncate", "format", "openai");
        assertFalse(cut.text().contains(output));
        assertTrue(cut.text().contains("[truncated 2000 chars]"));
    }

    @Test
    void leadingSummaryHasUserRole() {
        var id = sessionWithMessages(8);
        api().post("/v1/sessions/{}/compactions", id)
                .json(Json.object("fromMessageId", "m0", "toMessageId", "m4", "summary", "Much was said."))
                .send()
                .expect(201);
        var turn = turn(id, "format", "anthropic");
        assertEquals("user", turn.at("/messages/0/role"));
        assertEquals("Much was said.", turn.at("/messages/0/content/0/text"));
        assertEquals("assistant", turn.at("/messages/1/role"));
        assertFalse(turn.text().contains("text 3"));
        assertEquals("user", turn(id).at("/messages/0/role"));
    }

    @Test
    void convertedHistoryIsPaged() {
        var id = sessionWithToolCall();
        var page = api().get(HISTORY, id)
                .query("format", "openai")
                .query("last", 1)
                .send()
                .expect(200);
        assertEquals("assistant", page.at("/messages/0/role"));
        assertEquals("c1", page.at("/messages/0/tool_calls/0/id"));
        assertEquals(0, page.json().path("diagnostics").size());
        api().get(HISTORY, id).query("format", "odd").send().problem(400, "malformed");
    }

    @Test
    void equalRequestsReturnEqualBytes() {
        var id = sessionWithToolCall();
        assertEquals(
                turn(id, "format", "openai").text(),
                turn(id, "format", "openai").text());
        assertNotEquals(turn(id).text(), turn(id, "format", "openai").text());
    }

    private static JsonNode messages(String session, String format) {
        return turn(session, "format", format).json().path("messages");
    }
}
