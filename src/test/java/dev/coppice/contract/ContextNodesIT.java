package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Json;
import dev.coppice.support.ParallelClients;
import dev.coppice.support.TestServers;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;

/** Prompts, blocks and loaded skills are the same on every node. */
@EnabledIf(value = "dev.coppice.support.TestServers#areTwo", disabledReason = "two nodes need a shared database")
@DatabaseNeutral
@RunsAlone("uses the servers that others stop")
@Order(TestServers.LAST)
@ExtendWith(TestServers.class)
class ContextNodesIT extends ContextNodeApi {
    @Test
    void everyNodeReturnsSamePrompt() {
        var id = gardener(one(), unique("ada"));
        remember(one(), id, "Likes walnuts");
        var frozen = freeze(one(), id).at("/prompt");
        assertEquals(frozen, freeze(TestServers.second(), id).at("/prompt"));
        assertFalse(freeze(TestServers.second(), id).json().path("stale").asBoolean());
        remember(TestServers.second(), id, "Likes oaks");
        assertFrozen(frozen, freeze(one(), id));
        assertFrozen(frozen, freeze(TestServers.second(), id));
        var refreshedPrompt = refreshed(TestServers.second(), id);
        assertNotEquals(frozen, refreshedPrompt);
        assertEquals(refreshedPrompt, freeze(one(), id).at("/prompt"));
        assertFalse(freeze(one(), id).json().path("stale").asBoolean());
        one().post(SESSION + "/clear", id).send().expect(200);
        assertEquals(refreshedPrompt, freeze(TestServers.second(), id).at("/prompt"));
    }

    @Test
    void concurrentFirstReadsOnAllNodesReturnOnePrompt() {
        var user = unique("ada");
        for (var round = 0; round < 5; round++) {
            var id = gardener(one(), user);
            var prompts = ParallelClients.of(8, reader -> {
                var api = reader % 2 == 0 ? one() : TestServers.second();
                retryWhileBusy(200, () -> api.put(BLOCK, id, "memory")
                        .json(Json.object("content", "writer " + reader))
                        .send());
                return freeze(api, id).at("/prompt");
            });
            assertEquals(1, new HashSet<>(prompts).size());
            assertEquals(prompts.get(0), freeze(TestServers.second(), id).at("/prompt"));
        }
    }

    @Test
    void appendsToSharedBlockOnTwoNodesLoseNothing() {
        var user = unique("ada");
        var first = gardener(one(), user);
        var second = gardener(one(), user);
        ParallelClients.of(4, writer -> {
            var api = writer % 2 == 0 ? one() : TestServers.second();
            for (var i = 0; i < 10; i++) {
                var line = Json.object("content", writer + "." + i);
                retryWhileBusy(200, () -> api.post(BLOCK + "/append", writer < 2 ? first : second, "memory")
                        .json(line)
                        .send());
            }
            return null;
        });
        var block = one().get(BLOCK, first, "memory").send().expect(200);
        assertEquals(40, block.at("/content").lines().distinct().count());
        assertArrayEquals(
                block.body(),
                TestServers.second()
                        .get(BLOCK, second, "memory")
                        .send()
                        .expect(200)
                        .body());
    }

    @Test
    void skillsAndEntriesOfOneNodeAreVisibleOnTheOther() {
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
