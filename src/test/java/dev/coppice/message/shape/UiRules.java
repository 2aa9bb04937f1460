package dev.coppice.message.shape;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Messages of the AI SDK's UI, as {@code validateUIMessages} wants them. */
final class UiRules extends Rules {
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
            case "source-url" -> filled(part, "url");
            default -> {
                if (type.startsWith("data-")) {
                    assertTrue(part.has("data"));
                    return;
                }
                assertTrue(type.startsWith("tool-") || type.equals("dynamic-tool"), part.toString());
                newCall(text(part, "toolCallId"), "(?s).+");
                assertTrue(part.has("input"), part.toString());
                if (text(part, "state").equals("output-error")) {
                    text(part, "errorText");
                } else {
                    assertTrue(text(part, "state").equals("output-available") && part.has("output"), part.toString());
                }
            }
        }
    }
}
