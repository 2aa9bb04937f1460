package dev.coppice.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Json;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** Rules of a format for valid messages, derived from its provider's documentation and not from our writers. */
abstract class FormatRules {
    /** Form of an image's URL in OpenAI's APIs. */
    static final String IMAGE_URL = "(?is)https?://.+|data:image/(png|jpe?g|gif|webp);base64,.+";

    private final Set<String> callIds = new HashSet<>();

    static FormatRules of(MessageFormat format) {
        return switch (format) {
            case OPENAI -> new ChatRules();
            case OPENAI_RESPONSES -> new ResponsesRules();
            case ANTHROPIC -> new AnthropicRules();
            case AI_SDK -> new UiRules();
            case AGENTSCOPE -> new AgentScopeRules();
        };
    }

    /** @param whole true if the first message other than system messages must have the role {@code user} */
    abstract void check(List<JsonNode> messages, boolean whole);

    static void beginsWithUser(List<JsonNode> messages) {
        messages.stream()
                .map(message -> String.valueOf(Json.text(message.path("role"))).toLowerCase())
                .filter(role -> !role.equals("system"))
                .findFirst()
                .ifPresent(role -> assertEquals("user", role));
    }

    static void hasOnly(JsonNode object, String... names) {
        for (var name : object.propertyNames()) {
            assertTrue(Set.of(names).contains(name), name + " in " + object);
        }
    }

    static String text(JsonNode object, String name) {
        assertTrue(object.path(name).isString(), name + " in " + object);
        return object.path(name).asString();
    }

    static String filled(JsonNode object, String name) {
        var text = text(object, name);
        assertFalse(text.isBlank(), name + " in " + object);
        return text;
    }

    static List<JsonNode> items(JsonNode array) {
        assertTrue(array.isArray() && !array.isEmpty(), array.toString());
        return all(array).toList();
    }

    static Stream<JsonNode> all(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    void newCall(String id, String pattern) {
        assertTrue(id.matches(pattern), id);
        assertTrue(callIds.add(id), "twice: " + id);
    }

    static void tool(JsonNode object, String name) {
        assertTrue(text(object, name).matches("[a-zA-Z0-9_-]{1,64}"), object.toString());
    }

    static void arguments(JsonNode object, String name) {
        assertTrue(Json.parse(text(object, name)).isObject(), object.toString());
    }
}
