package dev.coppice.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Rules of AgentScope for its {@code Msg}. */
final class AgentScopeRules extends FormatRules {
    private final Set<String> ids = new HashSet<>();
    private final Set<String> waiting = new HashSet<>();

    @Override
    void check(List<JsonNode> messages, boolean whole) {
        if (whole) {
            beginsWithUser(messages);
        }
        for (var message : messages) {
            hasOnly(message, "id", "name", "role", "content", "metadata", "timestamp");
            assertTrue(ids.add(filled(message, "id")), "twice: " + message);
            filled(message, "name");
            var role = text(message, "role");
            assertTrue(Set.of("SYSTEM", "USER", "ASSISTANT", "TOOL").contains(role), role);
            if (!role.equals("TOOL")) {
                assertEquals(Set.of(), waiting, "unanswered before " + message);
            }
            items(message.path("content")).forEach(block -> block(role, block));
        }
        assertEquals(Set.of(), waiting);
    }

    private void block(String role, JsonNode block) {
        switch (text(block, "type")) {
            case "tool_use" -> {
                assertEquals("ASSISTANT", role);
                newCall(text(block, "id"), "(?s).+");
                tool(block, "name");
                assertTrue(block.path("input").isObject(), block.toString());
                waiting.add(text(block, "id"));
            }
            case "tool_result" -> {
                assertEquals("TOOL", role);
                assertTrue(waiting.remove(text(block, "id")), "answers nothing: " + block);
                tool(block, "name");
                assertTrue(block.path("output").isArray(), block.toString());
                all(block.path("output")).forEach(AgentScopeRules::shown);
            }
            case "thinking" -> {
                assertEquals("ASSISTANT", role);
                filled(block, "thinking");
            }
            default -> shown(block);
        }
    }

    private static void shown(JsonNode block) {
        if (text(block, "type").equals("text")) {
            filled(block, "text");
            return;
        }
        assertTrue(Set.of("image", "audio", "video").contains(text(block, "type")), block.toString());
        var source = block.path("source");
        filled(source, text(source, "type").equals("url") ? "url" : "data");
    }
}
