package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.coppice.support.Api;
import dev.coppice.support.HttpCall;
import dev.coppice.support.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Isolation of tenants over MCP: what belongs to another tenant answers byte for byte like something missing. */
class McpTenantsIT extends McpApi {
    private static final String SECRET = "canary-of-the-owner";

    private Api owner;
    private Api stranger;

    @BeforeEach
    void createTenants() {
        owner = tenant("admin", "write");
        stranger = tenant("admin", "write");
    }

    /** Every request that could reveal a session, a user or a message; none of them makes the session. */
    private static List<HttpCall> requests(Api api, String session, String user, String word) {
        var calls = new ArrayList<HttpCall>();
        for (var tool : TOOLS) {
            if (!tool.equals("append_messages")) {
                calls.add(toolCall(api, "", tool, json(ARGUMENTS.get(tool).replace("{}", session))));
            }
        }
        calls.add(toolCall(api, "", "recent_conversations", Json.object("user_id", user, "namespace", "*")));
        calls.add(toolCall(api, "", "conversation_search", Json.object("query", word, "namespace", "*")));
        calls.add(toolCall(api, "?user=", "conversation_search", Json.object("query", word, "user_id", user)));
        calls.add(toolCall(api, "?user=", "search", Json.object("query", word)));
        calls.add(toolCall(api, "?session=" + session, "get_prompt", Json.object("reminder", true)));
        for (var suffix : List.of("", "/prompt", "/tree")) {
            calls.add(read(api, "coppice://sessions/" + session + suffix));
        }
        calls.add(read(api, "coppice://users/" + user + "/profile"));
        calls.add(legacy(api, "", "resources/list", Json.object()));
        calls.add(legacy(api, "?user=", "resources/list", Json.object()));
        for (var prompt : List.of("continue_conversation", "system_prompt", "summarize_session")) {
            calls.add(prompt(api, prompt, Json.object("session_id", session)));
        }
        calls.add(prompt(api, "continue_conversation", Json.object("topic", word)));
        calls.add(prompt(api, "recent_activity", Json.object()));
        return calls;
    }

    private static HttpCall read(Api api, String uri) {
        return legacy(api, "", "resources/read", Json.object("uri", uri));
    }

    private static HttpCall prompt(Api api, String name, Object arguments) {
        return legacy(api, "", "prompts/get", Json.object("name", name, "arguments", arguments));
    }

    @Test
    void everyRequestAnswersLikeForMissingSession() {
        var session = unique("s");
        var user = unique("u");
        var word = uniqueWord();
        var missing = requests(stranger, session, user, word).stream()
                .map(HttpCall::send)
                .toList();
        owner.put(SESSION, session)
                .json(Json.object("userId", user, "name", SECRET))
                .send()
                .expect(201);
        owner.post(MESSAGES, session)
                .json(batch(message("m0", SECRET + ' ' + word), message("m1", SECRET)))
                .send()
                .expect(201);
        owner.put("/v1/users/{}/profile", user)
                .json(Json.object("tone", SECRET))
                .send()
                .expect(201);
        awaitIndexed();
        var before = owner.get(SESSION, session).send().expect(200);
        var calls = requests(stranger, session, user, word);
        for (var i = 0; i < calls.size(); i++) {
            var answer = calls.get(i).send();
            assertFalse(answer.text().contains(SECRET), answer.toString());
            assertEquals(missing.get(i).status(), answer.status(), answer.toString());
            assertArrayEquals(missing.get(i).body(), answer.body(), missing.get(i) + " / " + answer);
        }
        var after = owner.get(SESSION, session).send().expect(200);
        assertEquals(before.text(), after.text());
        assertEquals(before.etag(), after.etag());
    }

    @Test
    void appendMakesSessionOfOwnTenant() {
        var session = unique("s");
        var messages = "{'session_id':'%s','messages':[{'role':'user','content':'%s','id':'m'}]}";
        tool(owner, "append_messages", messages.formatted(session, SECRET));
        tool(stranger, "append_messages", messages.formatted(session, "own"));
        assertFalse(stranger.get(HISTORY, session).send().expect(200).text().contains(SECRET));
        assertEquals(1, owner.get(SESSION, session).send().expect(200).number("/messageCount"));
    }

    @Test
    void memoryOfUserWithTheSameNameIsSeparate() {
        var session = unique("s");
        for (var api : List.of(owner, stranger)) {
            tool(
                    api,
                    "append_messages",
                    "{'session_id':'%s','messages':[{'role':'user','content':'x'}]}".formatted(session));
        }
        tool(owner, "set_context", "{'session_id':'%s','label':'memory','content':'%s'}".formatted(session, SECRET));
        var prompt = tool(stranger, "get_prompt", "{'session_id':'%s','reminder':true}".formatted(session));
        assertFalse(prompt.toString().contains(SECRET), prompt.toString());
    }

    @Test
    void idempotencyKeyBelongsToTheTenant() {
        var meta = Json.object("dev.coppice/idempotencyKey", "k");
        for (var api : List.of(owner, stranger)) {
            var arguments = json("{'session_id':'s','messages':[{'role':'user','content':'x','id':'m'}]}");
            var params = Json.object("name", "append_messages", "arguments", arguments, "_meta", meta);
            assertEquals(
                    true,
                    result(legacy(api, "", "tools/call", params))
                            .at("/structuredContent/created")
                            .asBoolean());
        }
    }
}
