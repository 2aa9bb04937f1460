package dev.coppice.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Rules of OpenAI's Responses API for its input items. */
final class ResponsesRules extends FormatRules {
    /** Ids of the calls that wait for a result, each with the type that the result must have. */
    private final Map<String, String> waiting = new HashMap<>();

    @Override
    void check(List<JsonNode> items, boolean whole) {
        if (whole) {
            beginsWithUser(items.stream()
                    .filter(item -> text(item, "type").equals("message"))
                    .toList());
            items.stream()
                    .filter(item -> !"system".equals(item.path("role").asString("")))
                    .findFirst()
                    .ifPresent(item -> assertEquals("message", text(item, "type")));
        }
        String before = "";
        for (var item : items) {
            var type = text(item, "type");
            switch (type) {
                case "message" -> message(item);
                case "function_call" -> {
                    hasOnly(item, "type", "call_id", "name", "arguments");
                    newCall(text(item, "call_id"), "[a-zA-Z0-9_-]{1,64}");
                    tool(item, "name");
                    arguments(item, "arguments");
                    waiting.put(text(item, "call_id"), "function_call_output");
                }
                case "custom_tool_call" -> {
                    hasOnly(item, "type", "call_id", "name", "input");
                    newCall(text(item, "call_id"), "[a-zA-Z0-9_-]{1,64}");
                    tool(item, "name");
                    text(item, "input");
                    waiting.put(text(item, "call_id"), "custom_tool_call_output");
                }
                case "function_call_output", "custom_tool_call_output" -> {
                    hasOnly(item, "type", "call_id", "output");
                    assertEquals(type, waiting.remove(text(item, "call_id")), "answers nothing: " + item);
                    if (!item.path("output").isString()) {
                        parts(item.path("output"), "input_text");
                    }
                }
                case "reasoning" -> filled(item, "encrypted_content");
                default -> throw new AssertionError(item);
            }
            if (before.equals("reasoning")) {
                assertFalse(type.endsWith("_output"), "reasoning without what follows from it");
            }
            before = type;
        }
        assertNotEquals("reasoning", before);
        assertEquals(Map.of(), waiting);
    }

    private void message(JsonNode item) {
        hasOnly(item, "type", "role", "content");
        var role = text(item, "role");
        assertTrue(Set.of("user", "assistant", "system").contains(role));
        if (!role.equals("assistant")) {
            assertEquals(Map.of(), waiting, "unanswered before " + item);
        }
        if (item.path("content").isString()) {
            filled(item, "content");
        } else {
            parts(item.path("content"), role.equals("assistant") ? "output_text" : "input_text");
        }
    }

    private static void parts(JsonNode parts, String textType) {
        for (var part : items(parts)) {
            switch (text(part, "type")) {
                case "input_image" -> {
                    assertEquals("input_text", textType);
                    assertTrue(part.has("file_id") || text(part, "image_url").matches(IMAGE_URL));
                }
                case "input_file" -> {
                    assertEquals("input_text", textType);
                    assertTrue(part.has("file_id") || part.has("file_data") || part.has("file_url"));
                }
                default -> {
                    assertEquals(textType, text(part, "type"));
                    filled(part, "text");
                }
            }
        }
    }
}
