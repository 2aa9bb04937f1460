package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Json;
import dev.coppice.support.ModelScript;
import dev.coppice.support.SharedServer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The running summary and the user's profile in a turn. */
@DatabaseNeutral
class TurnMemoryIT extends MemoryApi {
    @Test
    void turnIncludesSummaryAndProfile() {
        var user = unique("user");
        var id = sessionOfUser(user, "I prune a hazel.");
        var before = turn(id);
        assertTrue(before.path("summary").isNull());
        assertTrue(before.path("profile").isNull());
        SharedServer.model().play(ModelScript.answer("## Topic\nHazel."));
        summarize(id).expect(200);
        api().put(PROFILE, user).json("{\"tone\":\"calm\"}").send().expect(201);
        var turn = turn(id);
        assertEquals("## Topic\nHazel.", turn.path("summary").asString());
        assertEquals(Json.parse("{\"tone\":\"calm\"}"), turn.path("profile"));
    }

    private static JsonNode turn(String session) {
        return api().get(TurnApi.TURN, session).send().expect(200).json();
    }
}
