package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.HttpCall;
import dev.coppice.support.Json;
import dev.coppice.support.ParallelClients;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Writing tools with an idempotency key are executed once; many calls at the same time are all answered. */
class McpOnceIT extends McpApi {
    private Api client;
    private String session;

    @BeforeEach
    void createSession() {
        client = tenant("write");
        session = conversation(client, "m0");
    }

    private HttpCall keyed(String query, String tool, String arguments, String member, String key) {
        var params = Json.object(
                "name", tool, "arguments", json(arguments.replace("S", session)), "_meta", Json.object(member, key));
        return legacy(client, query, "tools/call", params);
    }

    private HttpCall append(String key, String content) {
        var arguments = "{'session_id':'S','messages':[{'role':'user','content':'" + content + "'}]}";
        return keyed("", "append_messages", arguments, "claudecode/toolUseId", key);
    }

    private long messages() {
        return client.get(SESSION, session).send().expect(200).number("/messageCount");
    }

    @Test
    void repeatedCallGetsTheSameResult() {
        var first = result(append("k", "x"));
        assertEquals(first, result(append("k", "x")));
        assertEquals(2, messages());
        assertEquals(2, messagesAfter(append("k2", "x")) - 1);
    }

    private long messagesAfter(HttpCall call) {
        result(call);
        return messages();
    }

    @Test
    void otherArgumentsUnderTheSameKeyAreRefused() {
        result(append("k", "x"));
        assertTrue(errorText(result(append("k", "y"))).contains("with other arguments"));
        assertEquals(2, messages());
    }

    @Test
    void notationOfArgumentsAndUrlAreNotCompared() {
        var first = result(append("k", "x"));
        var arguments = "{ 'messages': [ { 'content':'\\u0078', 'role':'user' } ], 'session_id':'S' }";
        assertEquals(
                first,
                result(keyed("?tools=write&session=z", "append_messages", arguments, "claudecode/toolUseId", "k")));
        assertEquals(2, messages());
    }

    @Test
    void keyBelongsToOneTool() {
        result(append("k", "x"));
        var fork = result(keyed("", "fork_conversation", "{'session_id':'S'}", "claudecode/toolUseId", "k"));
        assertEquals(
                fork, result(keyed("", "fork_conversation", "{'session_id':'S'}", "dev.coppice/idempotencyKey", "k")));
    }

    @Test
    void everyWritingToolIsExecutedOnce() {
        for (var call : List.of(
                List.of("fork_conversation", "{'session_id':'S'}"),
                List.of("compact_conversation", "{'session_id':'S'}"),
                List.of("set_context", "{'session_id':'S','label':'memory','content':'x','action':'append'}"))) {
            var first = result(keyed("", call.get(0), call.get(1), "dev.coppice/idempotencyKey", "k"));
            assertEquals(first, result(keyed("", call.get(0), call.get(1), "dev.coppice/idempotencyKey", "k")));
        }
        var block = client.get(SESSION + "/context/memory", session).send().expect(200);
        assertEquals("x", block.at("/content"));
        var info = client.get("/v1/sessions").query("userId", "ada").send().expect(200);
        assertEquals(2, info.json().path("items").size());
    }

    @Test
    void failedCallMayBeRepeated() {
        var arguments = "{'session_id':'S','parent_id':'late','messages':[{'role':'user','content':'x'}]}";
        errorText(result(keyed("", "append_messages", arguments, "claudecode/toolUseId", "k")));
        var late = "{'session_id':'S','messages':[{'role':'user','content':'l','id':'late'}]}";
        tool(client, "append_messages", late.replace("S", session));
        var result = result(keyed("", "append_messages", arguments, "claudecode/toolUseId", "k"));
        assertEquals("late", Json.text(result.at("/structuredContent/messages/0/parent_id")));
    }

    /** A mistake in the call that would make the session rolls it back, and is not stored under the key. */
    @Test
    void mistakeWritesNothing() {
        var bound = unique("bound");
        var arguments = "{'label':'%s','content':'x'}";
        var mistake =
                keyed("?session=" + bound, "set_context", arguments.formatted("diary"), "claudecode/toolUseId", "k");
        assertTrue(errorText(result(mistake)).contains("\"diary\" not found"));
        client.get(SESSION, bound).send().problem(404, "session-not-found");
        result(keyed("?session=" + bound, "set_context", arguments.formatted("memory"), "claudecode/toolUseId", "k"));
        client.get(SESSION, bound).send().expect(200);
    }

    @Test
    void invalidKeyIsAProtocolError() {
        for (var key : List.of("", "é", "x".repeat(256))) {
            error(append(key, "x").send().expect(200), -32602);
        }
    }

    @Test
    void racingCallsWithOneKeyAreExecutedOnce() {
        var results = new HashSet<>(ParallelClients.of(12, i -> untilNotBusy(append("race", "x"))));
        assertEquals(1, results.size(), results.toString());
        assertEquals(2, messages());
    }

    /** Repeats a call while the result says that the session is busy. */
    private static JsonNode untilNotBusy(HttpCall call) {
        var result = result(call);
        while (result.path("isError").asBoolean()) {
            assertTrue(text(result).contains("retry later"), result.toString());
            result = result(call);
        }
        return result;
    }

    @Test
    void hundredCallsAtTheSameTimeAreAllAnswered() {
        var sessions = new HashSet<>(ParallelClients.of(100, i -> {
            var own = "p" + i % 50;
            var arguments = "{'session_id':'%s','messages':[{'role':'user','content':'x','id':'m%d'}]}";
            var result = untilNotBusy(toolCall(client, "", "append_messages", json(arguments.formatted(own, i))));
            assertEquals(own, Json.text(result.at("/structuredContent/session_id")));
            assertEquals(TOOLS, toolNames(client, ""));
            tool(client, "read_conversation", "{'session_id':'" + own + "'}");
            return own;
        }));
        assertEquals(50, sessions.size());
        for (var own : sessions) {
            assertEquals(2, client.get(SESSION, own).send().expect(200).number("/messageCount"));
        }
    }
}
