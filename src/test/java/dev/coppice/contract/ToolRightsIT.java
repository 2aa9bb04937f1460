package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.support.Api;
import dev.coppice.support.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tools act in one session only, with the caller's rights. */
@DatabaseNeutral
class ToolRightsIT extends ToolApi {
    private static String sessionWithAllTools(Api api) {
        var agent = unique("agent");
        declare(api, agent, "'searchableHistory':true,", SOUL, MEMORY, SKILLS, KNOWLEDGE)
                .expect(201);
        var id = unique("s");
        api.post("/v1/sessions")
                .json(Json.object("id", id, "agent", agent))
                .send()
                .expect(201);
        return id;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "set_context|{'label':'memory','content':'mine'}",
                "set_context|{'label':'skills','content':'mine'}",
                "load_context|{'label':'skills','key':'k'}",
                "unload_context|{'label':'skills','key':'k'}",
                "search_context|{'label':'knowledge','query':'words'}",
                "session_search|{'query':'words'}"
            })
    void sessionOfOtherTenantAnswersLikeMissingOne(String tool, String arguments) {
        var id = sessionWithAllTools(api());
        var stranger = api().as(token(unique("tenant"), "write"));
        var body = arguments.replace('\'', '"');
        var foreign = stranger.post(TOOL, id, tool).json(body).send().problem(404, "session-not-found");
        var missing =
                stranger.post(TOOL, unique("none"), tool).json(body).send().problem(404, "session-not-found");
        assertArrayEquals(missing.body(), foreign.body());
        assertArrayEquals(
                stranger.get(TOOLS, unique("none"))
                        .send()
                        .problem(404, "session-not-found")
                        .body(),
                stranger.get(TOOLS, id).send().problem(404, "session-not-found").body());
        assertEquals("", content(id, "memory"));
        var own = api().as(token("default", "read"));
        own.post(TOOL, id, tool).json(body).send().problem(403, "forbidden");
        own.post(TOOL, unique("none"), tool).json(body).send().problem(403, "forbidden");
        own.get(TOOLS, id).send().expect(200);
        api().as(null).post(TOOL, id, tool).json(body).send().problem(401, "unauthenticated");
    }

    @Test
    void sessionInOtherNamespaceIsNotFound() {
        var id = sessionWith(MEMORY);
        api().post(TOOL, id, "set_context")
                .query("namespace", "other")
                .json("{\"label\":\"memory\",\"content\":\"c\"}")
                .send()
                .problem(404, "session-not-found");
        assertEquals("", content(id, "memory"));
    }

    @Test
    void argumentsCannotNameOtherSession() {
        var agent = agent(MEMORY, SKILLS);
        var id = sessionOf(agent, null);
        var other = sessionOf(agent, null);
        putEntry(other, "skills", "k", "secret", null).expect(201);
        result(id, "set_context", "{'label':'memory','content':'mine'}");
        assertEquals("", content(other, "memory"));
        assertEquals("Not found: k", result(id, "load_context", "{'label':'skills','key':'k'}"));
        for (var argument : new String[] {"sessionId", "session", "namespace", "tenant", "userId"}) {
            var arguments = "{'label':'memory','content':'mine','%s':'%s'}".formatted(argument, other);
            assertEquals("Written to memory. Usage: 20% (2/10 tokens)", result(id, "set_context", arguments));
        }
        assertEquals("", content(other, "memory"));
        assertEquals("mine", content(id, "memory"));
    }

    @Test
    void toolsWriteSharedBlocks() {
        var agent = agent("{'label':'team','scope':'agent'}");
        var id = sessionOf(agent, null);
        result(id, "set_context", "{'label':'team','content':'ours'}");
        assertEquals("ours", content(sessionOf(agent, null), "team"));
        assertEquals("", content(sessionWith("{'label':'team','scope':'agent'}"), "team"));
    }
}
