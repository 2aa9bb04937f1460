package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** New roots are asked for by {@code root}; a missing or null parent never cuts a conversation. */
class RootsIT extends Contract {

    @ParameterizedTest
    @ValueSource(strings = {"\"parentId\":null", "\"root\":null", "\"root\":false", "\"parentId\":null,\"root\":null"})
    void nullContinuesAtLeaf(String members) {
        var id = session();
        for (var message : List.of("a", "b", "c")) {
            appendRaw(id, withMembers(members, message(message, message))).expect(201);
        }
        assertEquals(List.of("a", "b", "c"), path(id));
        assertEquals(3, history(id).number("/pathLength"));
    }

    @Test
    void nullParentOfRunContinuesAtLeaf() {
        var id = sessionWithMessages(2);
        var save = "{\"status\":\"running\",\"parentId\":null,\"root\":null,\"messages\":[" + message("a", "a") + "]}";
        api().put("/v1/sessions/{}/runs/r", id).json(save).send().expect(201);
        assertEquals(List.of("m0", "m1", "a"), path(id));
    }

    @Test
    void rootWithParentIsRefused() {
        var id = sessionWithMessages(2);
        var members = "\"root\":true,\"parentId\":\"m0\"";
        assertRootRefused(appendRaw(id, withMembers(members, message("a", "a"))));
        var save = "{\"status\":\"running\"," + members + ",\"messages\":[" + message("a", "a") + "]}";
        assertRootRefused(api().put("/v1/sessions/{}/runs/r", id).json(save).send());
        assertEquals(List.of("m0", "m1"), path(id));
        appendRaw(id, withMembers("\"root\":false,\"parentId\":\"m0\"", message("a", "a")))
                .expect(201);
        assertEquals(List.of("m0", "a"), path(id));
    }

    private static void assertRootRefused(HttpAnswer answer) {
        assertEquals("/root", answer.problem(422, "invalid").at("/errors/0/pointer"));
    }

    @Test
    void entriesAndNodesMarkRoots() {
        var id = sessionWithMessages(2);
        appendUnder(id, null, message("r", "r")).expect(201);
        var tree = api().get(SESSION + "/tree", id).send().expect(200).json();
        for (var items : List.of(entries(id), tree.path("nodes"))) {
            assertEquals(
                    List.of("true", "absent", "true"),
                    StreamSupport.stream(items.spliterator(), false)
                            .map(item -> item.path("root").asString("absent"))
                            .toList());
        }
        assertTrue(api().get(SESSION + "/leaf", id).send().json().path("root").asBoolean());
        assertFalse(entry(id, "m1").json().has("root"));
    }

    /** The members of an entry are those of an append, so a copied session has the same roots and branches. */
    @Test
    void appendedEntriesGiveTheSameTree() {
        var id = sessionWithMessages(3);
        appendUnder(id, null, message("r1", "r1"), message("r2", "r2")).expect(201);
        appendUnder(id, null, message("r3", "r3")).expect(201);
        appendUnder(id, "m0", message("b", "b")).expect(201);
        var copy = session();
        for (var entry : entries(id)) {
            var append = Json.object(
                    "messages", List.of(entry.path("message")),
                    "parentId", entry.path("parentId"),
                    "root", entry.has("root") ? entry.path("root") : null);
            appendRaw(copy, append).expect(201);
        }
        assertEquals(entries(id), entries(copy));
    }

    private static JsonNode entries(String session) {
        return api().get(MESSAGES, session).send().expect(200).json().path("items");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"role\":\"user\",\"content\":\"hi\"}",
                "{\"id\":\"a\",\"role\":\"user\",\"parts\":[]}",
                "{\"type\":\"message\",\"role\":\"user\",\"content\":[]}",
                "{\"message\":{\"role\":\"user\",\"content\":\"hi\"}}",
                "[{\"role\":\"user\",\"content\":\"hi\"}]",
                "[]"
            })
    void bareMessagesAreRefusedWithTheForm(String body) {
        var id = session();
        var refused = appendRaw(id, body);
        assertTrue(refused.problem(400, refused.at("/code")).at("/detail").contains("{\"messages\":[…]}"));
        assertEquals(0, get(id).number("/messageCount"));
    }

    @Test
    void otherUnknownFieldsGetNoHint() {
        var refused = appendRaw(session(), withMembers("\"colour\":1", message("a", "a")));
        assertFalse(refused.problem(400, "unknown-field").text().contains("messages"), refused.text());
    }
}
