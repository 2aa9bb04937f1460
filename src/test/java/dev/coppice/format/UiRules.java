package dev.coppice.format;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Rules of the AI SDK for UI messages, as {@code validateUIMessages} checks them. */
final class UiRules extends FormatRules {
    private final Set<String> ids = new HashSet<>();

    @Override
    void check(List<JsonNode> messages, boolean whole) {
        if (whole) {
            beginsWithUser(messages);
        }
        for (var message : messages) {
            assertTrue(ids.add(filled(message, "id")), "twice: " + message);
            assertTrue(Set.of("system", "user", "assistant").contains(text(message, "role")));
            items(message.path("parts")).forEach(this::part);
        }
    }

    private void part(JsonNode part) {
        var type = text(part, "type");
        switch (type) {
            case "text" -> filled(part, "text");
            case "reasoning" -> text(part, "text");
            case "step-start" -> {}
            case "file" -> {
                filled(part, "mediaType");
                filled(part, "url");
            }
            case "source-url" -> {
                filled(part, "sourceId");
                filled(part, "url");
            }
            case "source-document" -> {
                filled(part, "sourceId");
                filled(part, "mediaType");
                text(part, "title");
            }
            default -> {
                if (type.startsWith("data-")) {
                    assertTrue(part.has("data"));
                    return;
                }
                assertTrue(type.startsWith("tool-") || type.equals("dynamic-tool"), part.toString());
                newCall(text(part, "toolCallId"), "(?s).+");
                assertTrue(part.has("input"), part.toString());
                boolean failed = text(part, "state").equals("output-error");
                assertTrue(failed || part.path("state").asString().equals("output-available"), part.toString());
                assertTrue(part.has(failed ? "errorText" : "output"), part.toString());
                assertFalse(part.has(failed ? "output" : "errorText"), part.toString());
            }
        }
    }
}
