package dev.coppice.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Rules of Anthropic for its messages. */
final class AnthropicRules extends FormatRules {
    private final Set<String> waiting = new HashSet<>();

    @Override
    void check(List<JsonNode> messages, boolean whole) {
        if (whole && !messages.isEmpty()) {
            assertEquals("user", text(messages.get(0), "role"));
        }
        String before = "";
        for (var message : messages) {
            hasOnly(message, "role", "content");
            var role = text(message, "role");
            assertFalse(role.equals(before), "twice in a row: " + message);
            before = role;
            var blocks = items(message.path("content"));
            if (role.equals("user")) {
                user(blocks);
            } else {
                assertEquals("assistant", role);
                assistant(blocks, message == messages.get(messages.size() - 1));
            }
        }
        assertEquals(Set.of(), waiting);
    }

    private void user(List<JsonNode> blocks) {
        boolean results = true;
        for (var block : blocks) {
            boolean result = text(block, "type").equals("tool_result");
            assertTrue(results || !result, "a result behind something else: " + blocks);
            results = result;
            if (result) {
                hasOnly(block, "type", "tool_use_id", "content", "is_error");
                assertTrue(waiting.remove(text(block, "tool_use_id")), "answers nothing: " + block);
                if (block.path("content").isArray()) {
                    items(block.path("content")).forEach(AnthropicRules::shown);
                } else if (block.has("content")) {
                    text(block, "content");
                }
            } else {
                assertEquals(Set.of(), waiting, "unanswered before " + block);
                shown(block);
            }
        }
        assertEquals(Set.of(), waiting);
    }

    private static void shown(JsonNode block) {
        var source = block.path("source");
        switch (text(block, "type")) {
            case "text" -> filled(block, "text");
            case "image" -> {
                if (text(source, "type").equals("base64")) {
                    filled(source, "data");
                    assertTrue(text(source, "media_type").matches("image/(jpeg|png|gif|webp)"), block.toString());
                } else {
                    assertTrue(source.has("file_id") || text(source, "url").matches("(?i)https?:.+"), block.toString());
                }
            }
            case "document" -> {
                switch (text(source, "type")) {
                    case "base64" -> assertEquals("application/pdf", text(source, "media_type"));
                    case "text" -> assertEquals("text/plain", text(source, "media_type"));
                    case "url" -> assertTrue(text(source, "url").startsWith("http"));
                    default -> filled(source, "file_id");
                }
            }
            default -> throw new AssertionError(block);
        }
    }

    private void assistant(List<JsonNode> blocks, boolean last) {
        for (var block : blocks) {
            switch (text(block, "type")) {
                case "text" -> filled(block, "text");
                case "thinking" -> filled(block, "signature");
                case "redacted_thinking" -> filled(block, "data");
                case "tool_use" -> {
                    newCall(text(block, "id"), "[a-zA-Z0-9_-]{1,64}");
                    tool(block, "name");
                    assertTrue(block.path("input").isObject(), block.toString());
                    waiting.add(text(block, "id"));
                }
                default -> throw new AssertionError(block);
            }
        }
        var end = blocks.get(blocks.size() - 1);
        assertFalse(text(end, "type").endsWith("thinking"), "ends with a thought: " + blocks);
        if (last && end.has("text")) {
            assertEquals(text(end, "text").stripTrailing(), text(end, "text"));
        }
    }
}
