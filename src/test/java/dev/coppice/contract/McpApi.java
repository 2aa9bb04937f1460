package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.HttpCall;
import dev.coppice.support.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Requests of the Model Context Protocol, shared by its tests. Arguments are JSON with single quotes. */
abstract class McpApi extends SearchApi {
    static final String MODERN = "2026-07-28";
    static final String LEGACY = "2025-11-25";

    private static final String META = "io.modelcontextprotocol/";

    /** The tools in the order of the list. */
    static final List<String> TOOLS = List.of(
            "conversation_search",
            "recent_conversations",
            "read_conversation",
            "get_prompt",
            "append_messages",
            "fork_conversation",
            "compact_conversation",
            "set_context",
            "load_context",
            "unload_context",
            "search_context",
            "session_search",
            "search",
            "fetch");

    /** Valid arguments of each tool for a session {@code {}}, of which the message {@code m0} exists. */
    static final Map<String, String> ARGUMENTS = Map.ofEntries(
            Map.entry("conversation_search", "{'session_id':'{}','query':'text'}"),
            Map.entry("recent_conversations", "{ }"),
            Map.entry("read_conversation", "{'session_id':'{}'}"),
            Map.entry("get_prompt", "{'session_id':'{}'}"),
            Map.entry(
                    "append_messages",
                    "{'session_id':'{}','parent_id':'m0','messages':[{'role':'user','content':'x'}]}"),
            Map.entry("fork_conversation", "{'session_id':'{}','at_message_id':'m0'}"),
            Map.entry("compact_conversation", "{'session_id':'{}'}"),
            Map.entry("set_context", "{'session_id':'{}','label':'memory','content':'x'}"),
            Map.entry("load_context", "{'session_id':'{}','label':'skills','key':'k'}"),
            Map.entry("unload_context", "{'session_id':'{}','label':'skills','key':'k'}"),
            Map.entry("search_context", "{'session_id':'{}','label':'knowledge','query':'text'}"),
            Map.entry("session_search", "{'session_id':'{}','query':'text'}"),
            Map.entry("search", "{'query':'text'}"),
            Map.entry("fetch", "{'id':'{}#m0'}"));

    /** A client of a new tenant whose token has the name {@code ada}. */
    static Api tenant(String... scopes) {
        return api().as(namedToken(unique("t"), "ada", scopes));
    }

    static String namedToken(String tenant, String name, String... scopes) {
        return api().post("/v1/tokens")
                .json(Json.object("tenant", tenant, "name", name, "scopes", List.of(scopes)))
                .send()
                .expect(201)
                .at("/token");
    }

    static JsonNode json(String text) {
        return Json.parse(text.replace('\'', '"'));
    }

    /** A request of an older version. */
    static HttpCall legacy(Api api, String query, String method, JsonNode params) {
        return api.post("/mcp" + query)
                .header("Accept", "application/json, text/event-stream")
                .json(Json.object("jsonrpc", "2.0", "id", 1, "method", method, "params", params));
    }

    /** A request of the modern version, with the headers that it needs. */
    static HttpCall modern(Api api, String query, String method, JsonNode params) {
        var meta = Json.object(
                META + "protocolVersion",
                MODERN,
                META + "clientInfo",
                Json.object("name", "test", "version", "1"),
                META + "clientCapabilities",
                Json.object());
        ((ObjectNode) params).set("_meta", meta);
        var call = legacy(api, query, method, params)
                .header("MCP-Protocol-Version", MODERN)
                .header("Mcp-Method", method);
        var name = params.path(method.equals("resources/read") ? "uri" : "name");
        return name.isString() ? call.header("Mcp-Name", name.asString()) : call;
    }

    static JsonNode result(HttpCall call) {
        var answer = call.send().expect(200).json();
        assertTrue(answer.has("result"), answer.toString());
        return answer.path("result");
    }

    /** Asserts a JSON-RPC error and returns its message. */
    static String error(HttpAnswer answer, int code) {
        assertEquals(code, answer.json().at("/error/code").asInt(), answer.toString());
        return Json.text(answer.json().at("/error/message"));
    }

    static HttpCall toolCall(Api api, String query, String tool, JsonNode arguments) {
        return legacy(api, query, "tools/call", Json.object("name", tool, "arguments", arguments));
    }

    /** Calls a tool and returns its structured content. */
    static JsonNode tool(Api api, String query, String tool, String arguments) {
        var result = result(toolCall(api, query, tool, json(arguments)));
        assertFalse(result.path("isError").asBoolean(), result.toString());
        assertTrue(result.path("content").path(0).path("text").isString(), result.toString());
        return result.path("structuredContent");
    }

    static JsonNode tool(Api api, String tool, String arguments) {
        return tool(api, "", tool, arguments);
    }

    /** Calls a tool that must answer with an error for the model, and returns the text. */
    static String toolError(Api api, String query, String tool, JsonNode arguments) {
        return errorText(result(toolCall(api, query, tool, arguments)));
    }

    static String toolError(Api api, String tool, String arguments) {
        return toolError(api, "", tool, json(arguments));
    }

    static String errorText(JsonNode result) {
        assertTrue(result.path("isError").asBoolean(), result.toString());
        assertFalse(result.has("structuredContent"), result.toString());
        var text = Json.text(result.at("/content/0/text"));
        assertFalse(IMPLEMENTATION.matcher(text).find(), text);
        return text;
    }

    static String text(JsonNode result) {
        return Json.text(result.at("/content/0/text"));
    }

    static List<String> toolNames(Api api, String query) {
        return Json.pluck(
                result(legacy(api, query, "tools/list", Json.object())).path("tools"), "name");
    }

    /** The declaration of a tool. */
    static JsonNode declaration(Api api, String tool) {
        for (var declared : result(legacy(api, "", "tools/list", Json.object())).path("tools")) {
            if (tool.equals(Json.text(declared.path("name")))) {
                return declared;
            }
        }
        throw new AssertionError("No tool " + tool);
    }

    /** Makes a session with user messages of these ids; the text of each is {@code text} and its id. */
    static String conversation(Api api, String... ids) {
        var session = unique("s");
        var messages = new ArrayList<String>();
        for (var id : ids) {
            messages.add("{'id':'%s','role':'user','content':'text %s'}".formatted(id, id));
        }
        tool(api, "append_messages", "{'session_id':'%s','messages':%s}".formatted(session, messages));
        return session;
    }
}
