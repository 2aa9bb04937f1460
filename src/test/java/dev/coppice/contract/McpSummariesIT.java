package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Json;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The summary of a compacted conversation, and its id, in tools of the MCP endpoint. */
class McpSummariesIT extends McpApi {
    private Api client;
    private String session;
    private JsonNode summary;

    @BeforeEach
    void compactConversation() {
        client = tenant("write");
        session = unique("s");
        var messages = Json.array();
        for (int i = 0; i < 60; i++) {
            messages.add(Json.object("role", i % 2 == 0 ? "user" : "assistant", "content", i + " words".repeat(300)));
        }
        result(toolCall(client, "", "append_messages", Json.object("session_id", session, "messages", messages)));
        var result = tool(client, "compact_conversation", "{'session_id':'%s'}".formatted(session));
        assertTrue(result.path("compacted").asBoolean(), result.toString());
        for (var message : read("'last':100").path("messages")) {
            if (id(message).startsWith("compaction_")) {
                summary = message;
            }
        }
    }

    private JsonNode read(String more) {
        return tool(client, "read_conversation", "{'session_id':'%s',%s}".formatted(session, more));
    }

    private static String id(JsonNode message) {
        return Json.text(message.path("message_id"));
    }

    @Test
    void branchOfSummaryEndsWithSummary() {
        var ids = Json.pluck(branch(100), "message_id");
        assertEquals(id(summary), ids.get(ids.size() - 1));
    }

    private JsonNode branch(int last) {
        return read("'leaf_id':'%s','last':%d".formatted(id(summary), last)).path("messages");
    }

    @Test
    void summaryIsFetchedWhole() {
        var shown = branch(1).path(0);
        var fetched = tool(client, "fetch", "{'id':'%s#%s'}".formatted(session, id(summary)));
        assertEquals(Json.text(shown.path("text")), Json.text(fetched.path("text")));
        assertEquals(Json.text(shown.path("role")), Json.text(fetched.at("/metadata/role")));
        assertEquals(Json.text(shown.path("created_at")), Json.text(fetched.at("/metadata/created_at")));
    }

    @Test
    void unknownSummaryIsReported() {
        var unknown = "compaction_none";
        for (var call : List.of(
                List.of("fetch", "{'id':'%s#%s'}".formatted(session, unknown)),
                List.of("read_conversation", "{'session_id':'%s','leaf_id':'%s'}".formatted(session, unknown)))) {
            var text = toolError(client, call.get(0), call.get(1));
            assertTrue(text.endsWith("read_conversation shows the ids."), text);
        }
    }

    @Test
    void summaryIsNotAppended() {
        var messages = Json.array(
                Json.object("id", id(summary), "role", "assistant", "content", "a summary"),
                Json.object("id", "new", "role", "user", "content", "go on"));
        var arguments = Json.object("session_id", session, "messages", messages);
        assertEquals(
                "Conversation " + session + ": stored 1 of 2 messages; summaries are not stored. Last message: new",
                text(result(toolCall(client, "", "append_messages", arguments))));
        assertEquals(
                "Conversation " + session + ": stored 0 of 2 messages; summaries are not stored; the others were there"
                        + " already. Last message: new",
                text(result(toolCall(client, "", "append_messages", arguments))));
    }
}
