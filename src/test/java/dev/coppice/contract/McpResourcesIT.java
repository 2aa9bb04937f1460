package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Json;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Resources and prompts of the MCP endpoint. */
class McpResourcesIT extends McpApi {
    private Api client;

    @BeforeEach
    void createTenant() {
        client = tenant("write");
    }

    private JsonNode read(String uri) {
        return result(legacy(client, "", "resources/read", Json.object("uri", uri)))
                .path("contents")
                .path(0);
    }

    private String prompt(String query, String name, Object arguments) {
        var result = result(legacy(client, query, "prompts/get", Json.object("name", name, "arguments", arguments)));
        assertEquals("user", Json.text(result.at("/messages/0/role")));
        return Json.text(result.at("/messages/0/content/text"));
    }

    private List<String> uris(String query) {
        return Json.pluck(
                result(legacy(client, query, "resources/list", Json.object())).path("resources"), "uri");
    }

    @Test
    void listHasTheLastWrittenSessionsOfTheUser() {
        var first = conversation(client, "m0");
        var second = conversation(client, "m0");
        assertEquals(List.of("coppice://sessions/" + second, "coppice://sessions/" + first), uris(""));
        assertEquals(List.of(), uris("?user=bob"));
        var list = legacy(client, "", "resources/list", Json.object()).send().expect(200);
        assertArrayEquals(
                list.body(),
                legacy(client, "", "resources/list", Json.object()).send().body());
        for (int i = 0; i < 51; i++) {
            client.put(SESSION, "s" + i)
                    .json(Json.object("userId", "ada"))
                    .send()
                    .expect(201);
        }
        assertEquals(50, uris("").size());
    }

    @Test
    void templatesAreListed() {
        var templates = result(legacy(client, "", "resources/templates/list", Json.object()))
                .path("resourceTemplates");
        assertEquals(4, templates.size());
        assertEquals("coppice://users/{id}/profile", Json.text(templates.path(3).path("uriTemplate")));
    }

    @Test
    void transcriptIsMarkdown() {
        var session = conversation(client, "m0", "m1");
        var content = read("coppice://sessions/" + session);
        assertEquals("text/markdown", Json.text(content.path("mimeType")));
        assertEquals("coppice://sessions/" + session, Json.text(content.path("uri")));
        var text = Json.text(content.path("text"));
        assertTrue(text.startsWith("# Conversation " + session + "\n\n2 of 2 messages.\n\n## user, 20"), text);
        assertTrue(text.endsWith(", m1\n\ntext m1\n"), text);
    }

    @Test
    void promptTreeAndProfileAreRead() {
        var session = conversation(client, "m0", "m1");
        var prompt =
                tool(client, "get_prompt", "{'session_id':'" + session + "'}").path("prompt");
        var uri = "coppice://sessions/" + session;
        assertEquals(prompt, read(uri + "/prompt").path("text"));
        assertEquals(Json.text(prompt), prompt("", "system_prompt", Json.object("session_id", session)));
        var tree = Json.parse(Json.text(read(uri + "/tree").path("text")));
        assertEquals("m1", Json.text(tree.path("leafId")));
        client.put("/v1/users/{}/profile", "a b")
                .json("{\"tone\":\"short\"}")
                .send()
                .expect(201);
        assertEquals(
                "{\"tone\":\"short\"}",
                Json.text(read("coppice://users/a%20b/profile").path("text")));
    }

    @Test
    void namespaceIsThatOfTheUriOrUrl() {
        tool(
                client,
                "?namespace=n%26",
                "append_messages",
                "{'session_id':'s','messages':[{'role':'user','content':'x'}]}");
        assertEquals(List.of("coppice://sessions/s?namespace=n%26"), uris("?namespace=n%26"));
        read("coppice://sessions/s?namespace=n%26");
        result(legacy(client, "?namespace=n%26", "resources/read", Json.object("uri", "coppice://sessions/s")));
    }

    @Test
    void missingResourceDependsOnTheVersion() {
        for (var uri : List.of(
                "test://x",
                "coppice://sessions/missing",
                "coppice://sessions/a%2Fb/tree",
                "coppice://users/x/profile")) {
            var older = legacy(client, "", "resources/read", Json.object("uri", uri))
                    .send()
                    .expect(200);
            error(older, -32002);
            assertEquals(uri, older.at("/error/data/uri"));
            var modern = modern(client, "", "resources/read", Json.object("uri", uri))
                    .send()
                    .expect(200);
            error(modern, -32602);
        }
        error(legacy(client, "", "resources/read", Json.object()).send().expect(200), -32602);
    }

    @Test
    void promptsAreListedWithTheirArguments() {
        var prompts = result(legacy(client, "", "prompts/list", Json.object())).path("prompts");
        assertEquals(
                List.of("continue_conversation", "recent_activity", "system_prompt", "summarize_session"),
                Json.pluck(prompts, "name"));
        assertTrue(prompts.at("/2/arguments/0/required").asBoolean());
    }

    @Test
    void continueConversationTakesTheLastOneOrATopic() {
        var word = uniqueWord();
        var session = conversation(client, "m0");
        assertTrue(prompt("", "continue_conversation", Json.object()).contains("text m0"));
        assertTrue(prompt("", "continue_conversation", Json.object("session_id", session))
                .contains("text m0"));
        tool(
                client,
                "append_messages",
                "{'session_id':'%s','messages':[{'role':'user','content':'%s'}]}".formatted(session, word));
        awaitIndexed();
        var text = prompt("", "continue_conversation", Json.object("topic", word));
        assertTrue(text.contains("session_id: " + session), text);
        assertTrue(prompt("?user=bob", "continue_conversation", Json.object()).contains("No conversations."));
        var bound = conversation(client, "b0");
        conversation(client, "m0");
        assertTrue(prompt("?session=" + bound, "continue_conversation", Json.object())
                .contains("text b0"));
    }

    @Test
    void recentActivityListsSessionsOfTheTimeframe() {
        var session = conversation(client, "m0");
        assertTrue(prompt("", "recent_activity", Json.object()).contains(session));
        assertTrue(prompt("", "recent_activity", Json.object("timeframe", "1h")).contains(session));
        assertTrue(prompt("", "recent_activity", Json.object("timeframe", "0h")).contains("No conversations."));
    }

    @Test
    void summarizeSessionHasTheTranscript() {
        var session = conversation(client, "m0");
        var text = prompt("", "summarize_session", Json.object("session_id", session));
        assertTrue(text.startsWith("Summarize") && text.contains("text m0"), text);
        assertTrue(prompt("?session=" + session, "summarize_session", Json.object())
                .contains("text m0"));
    }

    @Test
    void wrongPromptRequestsAreProtocolErrors() {
        for (var params : List.of(
                "{}",
                "{'name':'x'}",
                "{'name':'system_prompt'}",
                "{'name':'system_prompt','arguments':{'session_id':'missing'}}",
                "{'name':'summarize_session','arguments':{'session_id':'a/b'}}",
                "{'name':'recent_activity','arguments':{'timeframe':'soon'}}",
                "{'name':'continue_conversation','arguments':[]}",
                "{'name':'continue_conversation','arguments':{'topic':7}}",
                "{'name':'continue_conversation','arguments':{'session_id':'missing'}}")) {
            error(legacy(client, "", "prompts/get", json(params)).send().expect(200), -32602);
        }
    }
}
