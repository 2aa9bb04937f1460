package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Json;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Which session, user and agent an MCP call means, and which tools a token sees. */
class McpSessionsIT extends McpApi {
    private static final String APPEND = "{'messages':[{'role':'user','content':'x'}]}";

    private Api client;

    @BeforeEach
    void createTenant() {
        client = tenant("write");
    }

    private JsonNode withMeta(String query, String tool, String arguments, String member, Object value) {
        var params = Json.object("name", tool, "arguments", json(arguments), "_meta", Json.object(member, value));
        return result(legacy(client, query, "tools/call", params));
    }

    @Test
    void argumentPrecedesUrlAndHandle() {
        var arguments = "{'session_id':'named','messages':[{'role':'user','content':'x'}]}";
        for (var expected : List.of("named", "bound", "vscode:7")) {
            var result = withMeta(
                    expected.equals("vscode:7") ? "" : "?session=bound",
                    "append_messages",
                    expected.equals("named") ? arguments : APPEND,
                    "vscode.conversationId",
                    "7");
            assertEquals(expected, Json.text(result.at("/structuredContent/session_id")));
        }
    }

    @Test
    void handlesOfClientsAreSessions() {
        var handles = List.of(
                List.of("openai/session", "openai:x"),
                List.of("ai.opencode/sessionID", "opencode:x"),
                List.of("antigravity.google/conversation_id", "antigravity:x"),
                List.of("threadId", "codex:x"));
        for (var handle : handles) {
            withMeta("", "append_messages", APPEND, handle.get(0), "x");
            client.get(SESSION, handle.get(1)).send().expect(200);
            var read = withMeta("", "read_conversation", "{}", handle.get(0), "x");
            assertEquals(1, read.at("/structuredContent/path_length").asInt());
        }
        result(toolCall(client, "", "append_messages", json(APPEND)).header("x-openai-session", "h"));
        client.get(SESSION, "openai:h").send().expect(200);
    }

    @Test
    void handleThatIsNoIdAsksForTheSession() {
        for (var handle : List.of("a/b", "x".repeat(300))) {
            var text = errorText(withMeta("", "append_messages", APPEND, "threadId", handle));
            assertTrue(text.contains("session_id"), text);
        }
        assertTrue(errorText(withMeta("", "append_messages", APPEND, "threadId", 7))
                .contains("Pass session_id"));
    }

    @Test
    void urlBindsUserNamespaceAndAgent() {
        var query = "?user=bob&namespace=n&agent=helper&session=s";
        tool(client, query, "append_messages", APPEND);
        var made = client.get(SESSION, "s").query("namespace", "n").send().expect(200);
        assertEquals("bob", made.at("/userId"));
        assertEquals("helper", made.at("/agent"));
        client.get("/v1/agents/mcp").send().problem(404, "agent-not-found");
        assertEquals(
                List.of("s"),
                Json.pluck(tool(client, query, "recent_conversations", "{}").path("conversations"), "session_id"));
        assertEquals(
                0,
                tool(client, "recent_conversations", "{'namespace':'n'}")
                        .path("conversations")
                        .size());
        tool(client, "?user=&session=nobody", "append_messages", APPEND);
        assertNull(client.get(SESSION, "nobody").send().expect(200).at("/userId"));
    }

    @Test
    void builtInAgentMayBeChanged() {
        conversation(client, "m0");
        var agent = client.get("/v1/agents/mcp").send().expect(200);
        assertEquals("user", agent.at("/context/0/scope"));
        client.put("/v1/agents/mcp").json("{\"description\":\"own\"}").send().expect(200);
        conversation(client, "m0");
        assertEquals("own", client.get("/v1/agents/mcp").send().expect(200).at("/description"));
    }

    @Test
    void existingSessionKeepsItsUserAndAgent() {
        client.put(SESSION, "s")
                .json(Json.object("userId", "eve", "agent", "own"))
                .send()
                .expect(201);
        tool(client, "?session=s", "append_messages", APPEND);
        var info = client.get(SESSION, "s").send().expect(200);
        assertEquals("eve", info.at("/userId"));
        assertEquals("own", info.at("/agent"));
    }

    @Test
    void boundSessionIsMadeToRemember() {
        tool(client, "?session=fresh", "set_context", "{'label':'memory','content':'Likes tea.'}");
        var prompt = tool(client, "?session=fresh", "get_prompt", "{}");
        assertTrue(Json.text(prompt.path("prompt")).contains("Likes tea."));
    }

    @Test
    void sessionWithoutUserHasNoMemoryOfTheUser() {
        var nameless = api().as(token(unique("t"), "write"));
        var text = toolError(nameless, "?session=s", "set_context", json("{'label':'memory','content':'x'}"));
        assertTrue(text.contains("?user="), text);
        nameless.get(SESSION, "s").send().problem(404, "session-not-found");
        tool(nameless, "?session=s&user=u", "set_context", "{'label':'memory','content':'x'}");
    }

    @Test
    void readingTokenSeesAndCallsReadingToolsOnly() {
        var tenant = unique("t");
        var writer = api().as(namedToken(tenant, "ada", "write"));
        var reader = api().as(namedToken(tenant, "ada", "read"));
        var session = conversation(writer, "m0");
        assertEquals(
                List.of(
                        "conversation_search",
                        "recent_conversations",
                        "read_conversation",
                        "get_prompt",
                        "load_context",
                        "search_context",
                        "session_search",
                        "search",
                        "fetch"),
                toolNames(reader, ""));
        assertEquals(List.of(), toolNames(reader, "?tools=write"));
        for (var tool : TOOLS) {
            var arguments = json(ARGUMENTS.get(tool).replace("{}", session));
            var answer = toolCall(reader, "", tool, arguments).send().expect(200);
            if (toolNames(reader, "").contains(tool)) {
                assertTrue(answer.json().has("result"), answer.toString());
            } else {
                assertTrue(error(answer, -32602).contains("scope read"), answer.toString());
            }
        }
        assertEquals(1, writer.get(SESSION, session).send().expect(200).number("/messageCount"));
    }

    @Test
    void urlChoosesTools() {
        assertEquals(List.of("search", "fetch"), toolNames(client, "?tools=chatgpt"));
        assertEquals(9, toolNames(client, "?tools=read,memory").size());
        var answer =
                toolCall(client, "?tools=read", "fetch", json("{'id':'a#b'}")).send();
        assertTrue(error(answer.expect(200), -32602).contains("?tools="), answer.toString());
    }
}
