package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Json;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The tree of a session: all messages without their bodies. */
class TreeIT extends Contract {

    @Test
    void treeHasNodeForEachMessage() {
        var id = sessionWithMessages(2);
        appendUnder(id, "m0", message("b", "assistant", "the answer")).expect(201);
        appendUnder(id, null, message("r", "system", "root")).expect(201);
        var tree = api().get(SESSION + "/tree", id).send().expect(200);
        assertEquals(List.of("m0", "m1", "b", "r"), tree.all("/nodes", "id"));
        assertEquals(Arrays.asList(null, "m0", "m0", null), tree.all("/nodes", "parentId"));
        assertEquals(List.of("user", "assistant", "assistant", "system"), tree.all("/nodes", "role"));
        assertEquals(List.of("2", "0", "0", "0"), tree.all("/nodes", "children"));
        assertEquals("r", tree.at("/leafId"));
        assertTrue(tree.json().has("nextCursor"));
        assertEquals(
                Set.of("id", "parentId", "role", "preview", "createdAt", "tokens", "bytes", "children"),
                Set.copyOf(tree.json().at("/nodes/1").propertyNames()));
        assertEquals("the answer", tree.at("/nodes/2/preview"));
        assertEquals(entry(id, "b").number("/tokens"), tree.number("/nodes/2/tokens"));
        assertEquals(entry(id, "b").number("/bytes"), tree.number("/nodes/2/bytes"));
    }

    @Test
    void previewIsShortAndNeverSplitsCharacter() {
        var id = session();
        var messages = new String[10];
        for (var i = 0; i < messages.length; i++) {
            messages[i] = message("t" + i, "x".repeat(i) + "🌳".repeat(5_000));
        }
        append(id, messages).expect(201);
        var tree = api().get(SESSION + "/tree", id).send().expect(200);
        assertTrue(tree.body().length < 20_000, "The tree contains message bodies: " + tree.body().length);
        assertFalse(tree.text().contains("\uFFFD"));
        for (var preview : tree.all("/nodes", "preview")) {
            assertTrue(preview.contains("🌳"), preview);
            var rest = preview.replace("🌳", "");
            assertTrue(rest.chars().noneMatch(c -> Character.isSurrogate((char) c)), preview);
        }
    }

    @Test
    void everyMessageFormatIsSupportedByPreview() {
        var id = session();
        append(
                        id,
                        "{\"id\":\"string\",\"role\":\"user\",\"content\":\"plain text\"}",
                        "{\"id\":\"blocks\",\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"block text\"}]}",
                        "{\"id\":\"call\",\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c\"}]}",
                        "{\"id\":\"empty\",\"role\":\"user\",\"parts\":[]}",
                        "{\"id\":\"odd\",\"role\":\"user\",\"parts\":[1,null,\"x\",{\"text\":5}]}")
                .expect(201);
        var tree = api().get(SESSION + "/tree", id).send().expect(200);
        assertEquals("plain text", tree.at("/nodes/0/preview"));
        assertEquals("block text", tree.at("/nodes/1/preview"));
        assertEquals(5, tree.json().path("nodes").size());
    }

    @Test
    void treeIsPaged() {
        var id = sessionWithMessages(7);
        var nodes = allItems("nodes", cursor -> {
            var call = api().get(SESSION + "/tree", id).query("limit", 3);
            return (cursor == null ? call : call.query("cursor", cursor)).send();
        });
        assertEquals(
                List.of("m0", "m1", "m2", "m3", "m4", "m5", "m6"),
                nodes.stream().map(node -> Json.text(node.path("id"))).toList());
    }

    @Test
    void emptySessionHasEmptyTree() {
        var tree = api().get(SESSION + "/tree", session()).send().expect(200);
        assertEquals(0, tree.json().path("nodes").size());
        assertTrue(tree.json().path("leafId").isNull());
    }
}
