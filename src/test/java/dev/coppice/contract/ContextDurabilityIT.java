package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.HttpCall;
import dev.coppice.support.Json;
import dev.coppice.support.ParallelClients;
import dev.coppice.support.TestServers;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a model is told and what it has loaded outlive the server, and are the same on every node. */
@Order(TestServers.LAST)
@ExtendWith(TestServers.class)
@RunsAlone("stops servers")
class ContextDurabilityIT extends ToolApi {
    private static final String PIRATE = "{\"label\":\"skills\",\"key\":\"pirate\"}";

    private static Api one() {
        return TestServers.first().api();
    }

    private static String gardener(Api api, String user) {
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

    private static void remember(Api api, String session, String text) {
        api.put(BLOCK, session, "memory")
                .json(Json.object("content", text))
                .send()
                .expect(200);
    }

    private static HttpAnswer freeze(Api api, String session) {
        return persistently(200, () -> api.get(PROMPT, session).send());
    }

    private static void assertFrozen(String prompt, HttpAnswer now) {
        assertEquals(prompt, now.at("/prompt"));
        assertTrue(now.json().path("stale").asBoolean(), now.text());
    }

    private static String refreshed(Api api, String session) {
        return api.post(PROMPT + "/refresh", session).send().expect(200).at("/prompt");
    }

    private static HttpCall tools(Api api, String session) {
        return api.get(TOOLS, session).query("format", "anthropic");
    }

    private static boolean isLoaded(Api api, String session) {
        return tools(api, session).send().expect(200).text().contains("- \\\"pirate\\\" in ");
    }

    private static String unload(Api api, String session) {
        return api.post(TOOL, session, "unload_context")
                .json(PIRATE)
                .send()
                .expect(200)
                .at("/result");
    }

    private static void load(Api api, String session, SkillShapesIT.Shape shape) {
        api.post(MESSAGES, session)
                .json(batch(shape.load(shape.name(), "pirate", "Arr!").toArray(String[]::new)))
                .send()
                .expect(201);
    }

    @Test
    void aFrozenPromptOutlivesAKill() {
        var id = gardener(one(), unique("ada"));
        remember(one(), id, "Likes ═══ walnuts 🌰\r\n\u2028\u0000");
        var empty = unique("s");
        one().put(SESSION, empty).send().expect(201);
        var frozen = freeze(one(), id).at("/prompt");
        assertEquals("", freeze(one(), empty).at("/prompt"));
        remember(one(), id, "Likes hazelnuts");
        one().post(CONTEXT, empty).json("{\"label\":\"late\"}").send().expect(201);
        var other = gardener(one(), unique("bob"));
        freeze(one(), other);
        remember(one(), other, "Likes oaks");
        var anew = refreshed(one(), other);
        var reads = List.of(one().get(CONTEXT, id), one().get(BLOCK + "/versions", id, "memory"), tools(one(), id));
        var before = reads.stream().map(HttpCall::send).toList();

        TestServers.first().kill9();
        TestServers.first().restart();

        assertFrozen(frozen, freeze(one(), id));
        assertFrozen("", freeze(one(), empty));
        assertEquals(anew, freeze(one(), other).at("/prompt"));
        assertFalse(freeze(one(), other).json().path("stale").asBoolean());
        for (var i = 0; i < reads.size(); i++) {
            assertArrayEquals(
                    before.get(i).body(), reads.get(i).send().expect(200).body());
        }
        assertTrue(refreshed(one(), id).contains("Likes hazelnuts"));
    }

    @Test
    void whatIsLoadedOutlivesAKill() {
        var shapes = SkillShapesIT.Shape.values();
        var sessions = new String[shapes.length];
        for (var i = 0; i < shapes.length; i++) {
            sessions[i] = gardener(one(), unique("ada"));
            load(one(), sessions[i], shapes[i]);
        }
        var gone = gardener(one(), unique("ada"));
        load(one(), gone, SkillShapesIT.Shape.ANTHROPIC);
        assertTrue(unload(one(), gone).startsWith("Unloaded "));
        var never = gardener(one(), unique("ada"));
        one().post(TOOL, never, "load_context").json(PIRATE).send().expect(200);

        TestServers.first().kill9();
        TestServers.first().restart();

        for (var i = 0; i < shapes.length; i++) {
            assertTrue(isLoaded(one(), sessions[i]), shapes[i].name());
            assertEquals("Unloaded \"pirate\" from skills. Context reclaimed.", unload(one(), sessions[i]));
            assertEquals(
                    "[skill unloaded: pirate]",
                    one().get(HISTORY, sessions[i]).send().expect(200).at(shapes[i].output()));
            assertFalse(isLoaded(one(), sessions[i]));
        }
        assertFalse(isLoaded(one(), gone), "it was unloaded");
        assertFalse(isLoaded(one(), never), "its result was never stored");
    }

    @Test
    @EnabledIf("dev.coppice.support.TestServers#areTwo")
    void everyNodeGivesTheSamePrompt() {
        var id = gardener(one(), unique("ada"));
        remember(one(), id, "Likes walnuts");
        var frozen = freeze(one(), id).at("/prompt");
        assertEquals(frozen, freeze(TestServers.second(), id).at("/prompt"));
        assertFalse(freeze(TestServers.second(), id).json().path("stale").asBoolean());
        remember(TestServers.second(), id, "Likes oaks");
        assertFrozen(frozen, freeze(one(), id));
        assertFrozen(frozen, freeze(TestServers.second(), id));
        var anew = refreshed(TestServers.second(), id);
        assertNotEquals(frozen, anew);
        assertEquals(anew, freeze(one(), id).at("/prompt"));
        assertFalse(freeze(one(), id).json().path("stale").asBoolean());
        one().post(SESSION + "/clear", id).send().expect(200);
        assertEquals(anew, freeze(TestServers.second(), id).at("/prompt"));
    }

    @Test
    @EnabledIf("dev.coppice.support.TestServers#areTwo")
    void firstReadersOfAllNodesGetOnePrompt() {
        var user = unique("ada");
        for (var round = 0; round < 5; round++) {
            var id = gardener(one(), user);
            var prompts = ParallelClients.of(8, reader -> {
                var api = reader % 2 == 0 ? one() : TestServers.second();
                persistently(200, () -> api.put(BLOCK, id, "memory")
                        .json(Json.object("content", "writer " + reader))
                        .send());
                return freeze(api, id).at("/prompt");
            });
            assertEquals(1, new HashSet<>(prompts).size());
            assertEquals(prompts.get(0), freeze(TestServers.second(), id).at("/prompt"));
        }
    }

    @Test
    @EnabledIf("dev.coppice.support.TestServers#areTwo")
    void writersOfASharedBlockOnTwoNodesLoseNothing() {
        var user = unique("ada");
        var mine = gardener(one(), user);
        var yours = gardener(one(), user);
        ParallelClients.of(4, writer -> {
            var api = writer % 2 == 0 ? one() : TestServers.second();
            for (var i = 0; i < 10; i++) {
                var line = Json.object("content", writer + "." + i);
                persistently(200, () -> api.post(BLOCK + "/append", writer < 2 ? mine : yours, "memory")
                        .json(line)
                        .send());
            }
            return null;
        });
        var whole = one().get(BLOCK, mine, "memory").send().expect(200);
        assertEquals(40, whole.at("/content").lines().distinct().count());
        assertArrayEquals(
                whole.body(),
                TestServers.second()
                        .get(BLOCK, yours, "memory")
                        .send()
                        .expect(200)
                        .body());
    }

    @Test
    @EnabledIf("dev.coppice.support.TestServers#areTwo")
    void whatOneNodeLoadsOrWritesTheOtherUnloadsOrFinds() {
        var id = gardener(one(), unique("ada"));
        load(one(), id, SkillShapesIT.Shape.OPENAI);
        assertTrue(isLoaded(TestServers.second(), id));
        assertTrue(unload(TestServers.second(), id).startsWith("Unloaded "));
        assertFalse(isLoaded(one(), id));
        one().put(ENTRY, id, "knowledge", "tree")
                .json("{\"content\":\"The walnut stands in the north.\"}")
                .send()
                .expect(201);
        assertEquals(List.of("tree"), found(TestServers.second(), id, "walnut"));
        TestServers.second()
                .put(ENTRY, id, "knowledge", "tree")
                .json("{\"content\":\"The oak stands in the south.\"}")
                .send()
                .expect(200);
        assertEquals(List.of(), found(one(), id, "walnut"));
        assertEquals(List.of("tree"), found(one(), id, "oak"));
    }

    private static List<String> found(Api api, String session, String q) {
        return api.get(ENTRIES, session, "knowledge")
                .query("q", q)
                .send()
                .expect(200)
                .all("/items", "key");
    }
}
