package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Wrong arguments of every tool: the model gets a text that says what to pass, and nothing is written. */
class McpArgumentsIT extends McpApi {
    private static final List<String> ODD_IDS = List.of(
            "",
            " a",
            "a/b",
            "a\\b",
            ".",
            "..",
            "a\u0000b",
            "a\nFORGED",
            "\u202e",
            "x".repeat(256),
            "' OR '1'='1",
            "1); DROP TABLE session; --",
            "${jndi:ldap://x}",
            "<script>alert(1)</script>",
            "%00%2e%2e",
            "a#b#c#d",
            "compaction_1",
            "\ud83e\udd84");

    private static Api client;

    @BeforeAll
    static void createTenant() {
        client = tenant("write");
    }

    static Stream<String> tools() {
        return TOOLS.stream();
    }

    private static ObjectNode arguments(String tool, String session) {
        return (ObjectNode) json(ARGUMENTS.get(tool).replace("{}", session));
    }

    @ParameterizedTest
    @MethodSource("tools")
    void missingAndUnknownArgumentsAreNamed(String tool) {
        var schema = declaration(client, tool).path("inputSchema");
        for (var required : schema.path("required")) {
            var arguments = arguments(tool, "s");
            arguments.remove(required.asString());
            var text = toolError(client, "", tool, arguments);
            assertTrue(text.contains('"' + required.asString() + "\" is missing"), text);
        }
        var text = toolError(client, "", tool, arguments(tool, "s").put("sessionId", "s"));
        assertTrue(text.contains("no argument \"sessionId\"; arguments: "), text);
    }

    @ParameterizedTest
    @MethodSource("tools")
    void wrongTypesAreRefused(String tool) {
        var properties = declaration(client, tool).path("inputSchema").path("properties");
        for (var property : properties.properties()) {
            var type = property.getValue().path("type");
            if (type.isMissingNode()) {
                continue;
            }
            for (var value : List.of(json("7.5"), json("[[1]]"), json("{'a':1}"), json("true"), json("'x'"))) {
                if (!isOfType(value, type.asString())) {
                    var arguments = (ObjectNode) arguments(tool, "s").set(property.getKey(), value);
                    var text = toolError(client, "", tool, arguments);
                    assertTrue(text.startsWith("The argument \"" + property.getKey() + "\" must be a"), text);
                }
            }
        }
    }

    private static boolean isOfType(JsonNode value, String type) {
        return switch (type) {
            case "string" -> value.isString();
            case "array" -> value.isArray();
            case "object" -> value.isObject();
            case "boolean" -> value.isBoolean();
            default -> false;
        };
    }

    @ParameterizedTest
    @MethodSource("tools")
    void oddIdsAreTextsOrRefused(String tool) {
        var properties = declaration(client, tool).path("inputSchema").path("properties");
        for (var name : properties.propertyNames()) {
            if (!"string".equals(Json.text(properties.path(name).path("type")))) {
                continue;
            }
            for (var odd : ODD_IDS) {
                var answer = toolCall(
                                client, "", tool, arguments(tool, unique("s")).put(name, odd))
                        .send()
                        .expect(200);
                var shown = answer.text().replace(Json.quote(odd), "");
                assertFalse(IMPLEMENTATION.matcher(shown).find() && !odd.contains("DROP"), answer.toString());
                assertTrue(answer.json().has("result"), answer.toString());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("tools")
    void missingSessionIsAsked(String tool) {
        var arguments = arguments(tool, "s");
        if (!arguments.has("session_id") || tool.equals("conversation_search")) {
            return;
        }
        arguments.remove("session_id");
        var text = toolError(client, "", tool, arguments);
        assertTrue(text.contains("Pass session_id"), text);
    }

    @ParameterizedTest
    @MethodSource("tools")
    void unknownSessionIsReportedAndNotMade(String tool) {
        var session = unique("missing");
        var arguments = arguments(tool, session);
        if (tool.equals("append_messages") || !arguments.toString().contains(session)) {
            return;
        }
        var text = toolError(client, "", tool, arguments);
        assertTrue(text.startsWith("No session with this id exists in the namespace. recent_conversations"), text);
        client.get(SESSION, session).send().problem(404, "session-not-found");
    }

    @Test
    void mistakesInValuesSayHowToDoBetter() {
        var session = conversation(client, "m0");
        var cases = new ArrayList<List<String>>();
        cases.add(List.of("conversation_search", "{'query':' '}", "not blank"));
        cases.add(List.of("session_search", "{'session_id':'S','query':'\\u0000'}", "blank"));
        cases.add(List.of("conversation_search", "{'query':'a','from':'yesterday'}", "ISO-8601"));
        cases.add(List.of("conversation_search", "{'query':'a','cursor':'x'}", "cursor"));
        cases.add(List.of("recent_conversations", "{'cursor':'x'}", "cursor: This is no cursor"));
        cases.add(List.of("read_conversation", "{'session_id':'S','leaves_cursor':'x'}", "leaves_cursor: This is no"));
        cases.add(List.of("read_conversation", "{'session_id':'a/b'}", "session_id: An id must not hold"));
        cases.add(List.of("read_conversation", "{'session_id':'S','before':'x'}", "read_conversation shows the ids"));
        cases.add(List.of("read_conversation", "{'session_id':'S','leaf_id':'x'}", "read_conversation shows the ids"));
        cases.add(List.of("append_messages", "{'session_id':'S','messages':[]}", "at least one message"));
        cases.add(List.of("append_messages", "{'session_id':'S','messages':[7]}", "JSON object"));
        cases.add(List.of("append_messages", "{'session_id':'S','messages':[{'role':'user'}]}", "content"));
        cases.add(List.of(
                "append_messages",
                "{'session_id':'S','messages':[{'role':'user','content':'x'}],'parent_id':'x'}",
                "parent"));
        cases.add(List.of(
                "append_messages",
                "{'session_id':'S','messages':[{'role':'user','content':'other','id':'m0'}]}",
                "m0"));
        cases.add(List.of("fork_conversation", "{'session_id':'S','at_message_id':'x'}", "read_conversation shows"));
        cases.add(List.of(
                "set_context",
                "{'session_id':'S','label':'diary','content':'x'}",
                "block \"diary\" not found. Writable blocks: memory"));
        cases.add(List.of("load_context", "{'session_id':'S','label':'skills','key':'x'}", "declares no block"));
        cases.add(List.of("fetch", "{'id':'x'}", "as search gave it"));
        for (var c : cases) {
            var text = toolError(client, c.get(0), c.get(1).replace("S", session));
            assertTrue(text.contains(c.get(2)), c + ": " + text);
        }
        assertEquals(1, client.get(SESSION, session).send().expect(200).number("/messageCount"));
    }

    @Test
    void brokenCallsAreProtocolErrors() {
        for (var params : List.of(
                "{}",
                "{'name':7}",
                "{'name':'x'}",
                "{'name':'fetch','arguments':[]}",
                "{'name':'fetch','arguments':'{}'}")) {
            error(legacy(client, "", "tools/call", json(params)).send().expect(200), -32602);
        }
        var half = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"fetch\","
                + "\"arguments\":{\"id\":\"\\ud800\"}}}";
        error(client.post("/mcp").json(half).send().expect(400), -32600);
    }
}
