package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.HttpCall;
import dev.coppice.support.Json;
import dev.coppice.support.TestServers;

/** Requests for prompts, blocks and skills to a given node, shared by tests of several nodes and of restarts. */
abstract class ContextNodeApi extends ToolApi {
    private static final String PIRATE = "{\"label\":\"skills\",\"key\":\"pirate\"}";

    static Api one() {
        return TestServers.first().api();
    }

    static String gardener(Api api, String user) {
        var agent = unique("agent");
        declare(api, agent, "", SOUL, "{'label':'memory','scope':'user'}", SKILLS, KNOWLEDGE)
                .expect(201);
        var id = unique("s");
        api.post("/v1/sessions")
                .json(Json.object("id", id, "agent", agent, "userId", user))
                .send()
                .expect(201);
        api.put(ENTRY, id, "skills", "pirate")
                .json("{\"content\":\"Arr!\"}")
                .send()
                .expect(201);
        return id;
    }

    static void remember(Api api, String session, String text) {
        api.put(BLOCK, session, "memory")
                .json(Json.object("content", text))
                .send()
                .expect(200);
    }

    static HttpAnswer freeze(Api api, String session) {
        return retryWhileBusy(200, () -> api.get(PROMPT, session).send());
    }

    static void assertFrozen(String prompt, HttpAnswer now) {
        assertEquals(prompt, now.at("/prompt"));
        assertTrue(now.json().path("stale").asBoolean(), now.text());
    }

    static String refreshed(Api api, String session) {
        return api.post(PROMPT + "/refresh", session).send().expect(200).at("/prompt");
    }

    static HttpCall tools(Api api, String session) {
        return api.get(TOOLS, session).query("format", "anthropic");
    }

    static boolean isLoaded(Api api, String session) {
        return tools(api, session).send().expect(200).text().contains("- \\\"pirate\\\" in ");
    }

    static String unload(Api api, String session) {
        return api.post(TOOL, session, "unload_context")
                .json(PIRATE)
                .send()
                .expect(200)
                .at("/result");
    }

    static void load(Api api, String session, SkillShapesIT.Shape shape) {
        api.post(MESSAGES, session)
                .json(batch(shape.load(shape.name(), "pirate", "Arr!").toArray(String[]::new)))
                .send()
                .expect(201);
    }

    /** Calls the tool that loads the skill, but appends no message with its result. */
    static void loadWithoutStoring(Api api, String session) {
        api.post(TOOL, session, "load_context").json(PIRATE).send().expect(200);
    }
}
