package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Json;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The tools of the MCP endpoint: their declarations and what they do. */
class McpToolsIT extends McpApi {
    private Api client;

    @BeforeEach
    void createTenant() {
        client = tenant("write");
    }

    @Test
    void toolsAreListedInOrderWithSchemasAndAnnotations() {
        assertEquals(TOOLS, toolNames(client, ""));
        for (var tool : result(legacy(client, "", "tools/list", Json.object())).path("tools")) {
            for (var member : List.of("title", "description")) {
                assertFalse(tool.path(member).asString().isBlank(), tool.toString());
            }
            for (var schema : List.of("inputSchema", "outputSchema")) {
                assertEquals("object", Json.text(tool.path(schema).path("type")), tool.toString());
            }
            for (var hint : List.of("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")) {
                assertTrue(tool.path("annotations").path(hint).isBoolean(), tool.toString());
            }
            assertFalse(tool.has("group") || tool.has("reads"), tool.toString());
            assertFalse(tool.path("inputSchema").path("required").toString().contains("session_id"));
        }
    }

    @Test
    void appendMakesTheSessionOnce() {
        var session = unique("s");
        var arguments = "{'session_id':'%s','messages':[{'role':'user','content':'hello','id':'a'},"
                + "{'role':'assistant','content':'hi'}]}";
        var appended = tool(client, "append_messages", arguments.formatted(session));
        assertTrue(appended.path("created").asBoolean());
        assertEquals("a", Json.text(appended.at("/messages/0/message_id")));
        assertEquals("a", Json.text(appended.at("/messages/1/parent_id")));
        var info = client.get(SESSION, session).send().expect(200);
        assertEquals("ada", info.at("/userId"));
        assertEquals("mcp", info.at("/agent"));
        assertEquals("mcp", info.at("/source"));
        var again = tool(
                client,
                "append_messages",
                "{'session_id':'%s','messages':[{'role':'user','content':'hello','id':'a'}]}".formatted(session));
        assertFalse(again.path("created").asBoolean());
        assertFalse(again.at("/messages/0/inserted").asBoolean());
        assertEquals(2, client.get(SESSION, session).send().expect(200).number("/messageCount"));
    }

    @Test
    void appendedMessagesAreVerbatim() {
        var session = unique("s");
        var message = "{'role':'assistant','content':[{'type':'text','text':'ä'}],'tool_calls':[],'x':1.50}";
        tool(client, "append_messages", "{'session_id':'%s','messages':[%s]}".formatted(session, message));
        var stored = client.get(HISTORY, session).send().expect(200).text();
        assertTrue(stored.contains(message.replace('\'', '"').replaceAll("}$", "")), stored);
    }

    @Test
    void conversationIsReadInWindowsAndBranches() {
        var session = conversation(client, "m0", "m1", "m2", "m3");
        var last = tool(client, "read_conversation", "{'session_id':'%s','last':2}".formatted(session));
        assertEquals(List.of("m2", "m3"), Json.pluck(last.path("messages"), "message_id"));
        assertEquals("text m2", Json.text(last.at("/messages/0/text")));
        assertEquals(4, last.path("path_length").asInt());
        var older = tool(
                client,
                "read_conversation",
                "{'session_id':'%s','before':'%s'}".formatted(session, Json.text(last.path("before"))));
        assertEquals(List.of("m0", "m1"), Json.pluck(older.path("messages"), "message_id"));
        assertTrue(older.path("before").isNull());
        assertEquals(0, older.path("leaf_ids").size());
        tool(
                client,
                "append_messages",
                "{'session_id':'%s','parent_id':'m0','messages':[{'role':'user','content':'b','id':'b'}]}"
                        .formatted(session));
        var branched = tool(client, "read_conversation", "{'session_id':'%s','leaf_id':'m3'}".formatted(session));
        assertEquals(List.of("m0", "m1", "m2", "m3"), Json.pluck(branched.path("messages"), "message_id"));
        assertEquals("[\"m3\",\"b\"]", branched.path("leaf_ids").toString());
    }

    @Test
    void textOfConversationHasIdsAndDates() {
        var session = conversation(client, "m0");
        var result = result(toolCall(client, "", "read_conversation", Json.object("session_id", session)));
        assertTrue(
                text(result)
                        .matches("(?s)Conversation " + session + ", 1 of 1 messages:\n\n"
                                + "\\[m0, user, \\d{4}-.*Z]\ntext m0"),
                text(result));
    }

    @Test
    void longTextsAreCutInTheMiddle() {
        var session = unique("s");
        var messages = Json.array(Json.object("role", "user", "content", "a".repeat(100_000) + "END"));
        result(toolCall(client, "", "append_messages", Json.object("session_id", session, "messages", messages)));
        var read = tool(client, "read_conversation", "{'session_id':'%s'}".formatted(session));
        var text = Json.text(read.at("/messages/0/text"));
        assertTrue(text.length() < 45_000 && text.endsWith("END"), text.length() + "");
        var id = session + "#" + Json.text(read.at("/messages/0/message_id"));
        var fetched = tool(client, "fetch", "{'id':'%s'}".formatted(id));
        assertEquals("a".repeat(100_000) + "END", Json.text(fetched.path("text")));
    }

    @Test
    void branchesAreListedInPages() {
        var session = conversation(client, "m0");
        var branch = "{'session_id':'%s','parent_id':'m0','messages':[{'role':'user','content':'b','id':'b%d'}]}";
        for (int i = 0; i < 22; i++) {
            tool(client, "append_messages", branch.formatted(session, i));
        }
        var page = tool(client, "read_conversation", "{'session_id':'%s','last':1}".formatted(session));
        assertEquals(20, page.path("leaf_ids").size());
        assertEquals("b0", Json.text(page.at("/leaf_ids/0")));
        var next = tool(
                client,
                "read_conversation",
                "{'session_id':'%s','leaves_cursor':'%s'}".formatted(session, Json.text(page.path("next_leaves"))));
        assertEquals("[\"b20\",\"b21\"]", next.path("leaf_ids").toString());
        assertTrue(next.path("next_leaves").isNull());
    }

    @Test
    void bytesOfOneReadAreLimited() {
        var session = unique("s");
        for (int i = 0; i < 3; i++) {
            var messages = Json.array(Json.object("role", "user", "content", "x".repeat(2 << 20), "id", "m" + i));
            var arguments = Json.object("session_id", session, "messages", messages);
            result(toolCall(client, "", "append_messages", arguments));
        }
        var read = tool(client, "read_conversation", "{'session_id':'%s'}".formatted(session));
        assertEquals(1, read.path("messages").size());
        assertEquals("m2", Json.text(read.path("before")));
    }

    @Test
    void searchFindsOwnUserAndNamespaceOnly() {
        var word = uniqueWord();
        var body = "{'session_id':'%s','messages':[{'role':'%s','content':'%s here','id':'m'}]}";
        tool(client, "append_messages", body.formatted("mine", "user", word));
        tool(client, "?user=bob", "append_messages", body.formatted("bobs", "user", word));
        tool(client, "?namespace=n", "append_messages", body.formatted("other", "assistant", word));
        awaitIndexed();
        var query = "{'query':'" + word + "'%s}";
        assertEquals(List.of("mine"), sessions(query.formatted("")));
        assertEquals(List.of("bobs"), sessions(query.formatted(",'user_id':'bob'")));
        assertEquals(List.of("other"), sessions(query.formatted(",'namespace':'n'")));
        assertEquals(2, sessions(query.formatted(",'namespace':'*'")).size());
        assertEquals(List.of(), sessions(query.formatted(",'role':'assistant'")));
        assertEquals(List.of(), sessions(query.formatted(",'to':'2020-01-01'")));
        assertEquals(List.of("mine"), sessions(query.formatted(",'from':'2020-01-01'")));
        assertEquals(List.of("bobs"), sessions(query.formatted(",'session_id':'bobs'")));
        assertEquals(List.of(), sessions(query.formatted(",'session_id':'bobs','to':'2020-01-01'")));
        var text = text(result(toolCall(client, "", "conversation_search", Json.object("query", word))));
        assertTrue(text.contains("session_id: mine, message_id: m\n" + word + " here"), text);
    }

    private List<String> sessions(String arguments) {
        return Json.pluck(tool(client, "conversation_search", arguments).path("hits"), "session_id");
    }

    @Test
    void recentConversationsHaveTheProfile() {
        var first = conversation(client, "m0");
        var second = conversation(client, "m0");
        client.put("/v1/users/ada/profile").json("{\"tone\":\"short\"}").send().expect(201);
        var page = tool(client, "recent_conversations", "{'limit':1}");
        assertEquals(List.of(second), Json.pluck(page.path("conversations"), "session_id"));
        assertEquals("{\"tone\":\"short\"}", page.path("profile").toString());
        var next = tool(
                client,
                "recent_conversations",
                "{'limit':1,'cursor':'%s'}".formatted(Json.text(page.path("next_cursor"))));
        assertEquals(List.of(first), Json.pluck(next.path("conversations"), "session_id"));
        assertTrue(next.path("profile").isNull());
        var others = tool(client, "recent_conversations", "{'user_id':'bob'}");
        assertEquals(0, others.path("conversations").size());
    }

    @Test
    void forkIsAnotherConversation() {
        var session = conversation(client, "m0", "m1");
        var fork = tool(
                client,
                "fork_conversation",
                "{'session_id':'%s','at_message_id':'m0','name':'try'}".formatted(session));
        assertNotEquals(session, Json.text(fork.path("session_id")));
        assertEquals("m0", Json.text(fork.path("leaf_id")));
        assertEquals("try", Json.text(fork.path("session_name")));
        var read =
                tool(client, "read_conversation", "{'session_id':'%s'}".formatted(Json.text(fork.path("session_id"))));
        assertEquals(List.of("m0"), Json.pluck(read.path("messages"), "message_id"));
    }

    @Test
    void shortConversationIsNotCompacted() {
        var session = conversation(client, "m0");
        var result = tool(client, "compact_conversation", "{'session_id':'%s'}".formatted(session));
        assertFalse(result.path("compacted").asBoolean());
        assertTrue(result.path("reason").isString());
    }

    @Test
    void memoryIsPartOfThePromptOfLaterConversations() {
        var session = conversation(client, "m0");
        var written = tool(
                client,
                "set_context",
                "{'session_id':'%s','label':'memory','content':'Likes tea.','action':'append'}".formatted(session));
        assertTrue(Json.text(written.path("result")).startsWith("Written to memory."));
        var prompt = tool(client, "get_prompt", "{'session_id':'%s'}".formatted(conversation(client, "m0")));
        assertTrue(Json.text(prompt.path("prompt")).contains("Likes tea."), prompt.toString());
        assertTrue(prompt.path("reminder").isNull());
        tool(
                client,
                "set_context",
                "{'session_id':'%s','label':'memory','content':'Likes coffee.'}".formatted(session));
        var later = tool(
                client,
                "get_prompt",
                "{'session_id':'%s','reminder':true}".formatted(Json.text(prompt.path("session_id"))));
        assertEquals(Json.text(prompt.path("prompt")), Json.text(later.path("prompt")));
        assertTrue(later.path("stale").asBoolean());
        assertTrue(Json.text(later.path("reminder")).contains("Likes coffee."), later.toString());
    }

    @Test
    void searchAndFetchHaveTheFormOfChatGpt() {
        var word = uniqueWord();
        var session = unique("a#b c") + "é";
        var messages =
                Json.array(Json.object("role", "user", "content", word + " found", "id", "m#1/2".replace("/", "-")));
        result(toolCall(
                client,
                "?namespace=n%23",
                "append_messages",
                Json.object("session_id", session, "messages", messages)));
        awaitIndexed();
        var result = result(toolCall(client, "?namespace=n%23", "search", Json.object("query", word)));
        assertEquals(Json.parse(text(result)), result.path("structuredContent"));
        var hit = result.at("/structuredContent/results/0");
        assertEquals(List.of("id", "title", "url"), List.copyOf(hit.propertyNames()));
        assertTrue(Json.text(hit.path("url")).startsWith(client.base() + "/console/"), hit.toString());
        var fetched = result(toolCall(client, "", "fetch", Json.object("id", Json.text(hit.path("id")))));
        assertEquals(Json.parse(text(fetched)), fetched.path("structuredContent"));
        var document = fetched.path("structuredContent");
        assertEquals(List.of("id", "title", "text", "url", "metadata"), List.copyOf(document.propertyNames()));
        assertEquals(word + " found", Json.text(document.path("text")));
        assertEquals(Json.text(hit.path("id")), Json.text(document.path("id")));
        assertEquals(session, Json.text(document.at("/metadata/session_id")));
    }
}
