package dev.coppice.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Rules of OpenAI for messages of chat completions. */
final class ChatRules extends FormatRules {
    private final Set<String> waiting = new HashSet<>();

    @Override
    void check(List<JsonNode> messages, boolean whole) {
        if (whole) {
            beginsWithUser(messages);
        }
        for (var message : messages) {
            var role = text(message, "role");
            if (role.equals("tool")) {
                hasOnly(message, "role", "content", "tool_call_id");
                text(message, "content");
                assertTrue(waiting.remove(text(message, "tool_call_id")), "answers nothing: " + message);
                continue;
            }
            assertEquals(Set.of(), waiting, "unanswered before " + message);
            switch (role) {
                case "system" -> content(message, "text");
                case "user" -> content(message, "text", "image_url", "input_audio", "file");
                case "assistant" -> assistant(message);
                default -> throw new AssertionError(message);
            }
        }
        assertEquals(Set.of(), waiting);
    }

    private void assistant(JsonNode message) {
        if (!message.has("tool_calls")) {
            content(message, "text");
            return;
        }
        hasOnly(message, "role", "content", "tool_calls");
        if (!message.path("content").isNull()) {
            body(message.path("content"), message, "text");
        }
        for (var call : items(message.path("tool_calls"))) {
            newCall(text(call, "id"), "[!-~]{1,40}");
            if (text(call, "type").equals("custom")) {
                tool(call.path("custom"), "name");
                text(call.path("custom"), "input");
            } else {
                assertEquals("function", text(call, "type"));
                tool(call.path("function"), "name");
                arguments(call.path("function"), "arguments");
            }
            waiting.add(text(call, "id"));
        }
    }

    private static void content(JsonNode message, String... types) {
        hasOnly(message, "role", "content", "name");
        body(message.path("content"), message, types);
    }

    private static void body(JsonNode content, JsonNode message, String... types) {
        if (content.isString()) {
            filled(message, "content");
            return;
        }
        for (var part : items(content)) {
            assertTrue(List.of(types).contains(text(part, "type")), part.toString());
            switch (text(part, "type")) {
                case "text" -> filled(part, "text");
                case "image_url" -> assertTrue(
                        filled(part.path("image_url"), "url").matches(IMAGE_URL), part.toString());
                case "input_audio" -> {
                    filled(part.path("input_audio"), "data");
                    assertTrue(Set.of("wav", "mp3").contains(text(part.path("input_audio"), "format")));
                }
                default -> assertTrue(
                        part.path("file").has("file_id") || part.path("file").has("file_data"), part.toString());
            }
        }
    }
}
