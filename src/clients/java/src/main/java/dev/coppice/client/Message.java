package dev.coppice.client;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A message as it is stored, byte for byte, in whatever format the application uses: that of the AI SDK
 * ({@code parts}), OpenAI, Anthropic or AgentScope.
 *
 * @param id the id; null if a new message has none, then the server generates one
 * @param role the role, for example {@code user}; null in some provider formats
 * @param json the whole message, an object
 */
public record Message(String id, String role, String json) {

    /** Returns the message of a JSON object; throws {@code IllegalArgumentException} if the text is none. */
    public static Message of(String json) {
        try {
            var in = JsonReader.of(json);
            String id = null;
            String role = null;
            in.beginObject();
            for (var name = in.name(); name != null; name = in.name()) {
                switch (name) {
                    case "id" -> id = in.string();
                    case "role" -> role = in.string();
                    default -> in.skip();
                }
            }
            return new Message(id, role, json);
        } catch (IOException e) {
            throw new IllegalArgumentException("Not a message: " + json, e);
        }
    }

    /** Returns a new message with a text, without an id. */
    public static Message of(String role, String text) {
        return new Message(
                null, role, new Json().put("role", role).put("content", text).toString());
    }

    /** Returns a new message of the user. */
    public static Message user(String text) {
        return of("user", text);
    }

    /** Returns a new message of the assistant. */
    public static Message assistant(String text) {
        return of("assistant", text);
    }

    /**
     * Returns this new message with an id. An append of messages with ids can be repeated at any time, also by another
     * process.
     */
    public Message withId(String newId) {
        var members = Json.of(json);
        var withId = new Json().put("id", newId);
        members.names().stream().filter(name -> !name.equals("id")).forEach(name -> withId.copy(name, members));
        return new Message(newId, role, withId.toString());
    }

    /** Returns the texts of {@code content} or of the text parts, joined by line ends; empty if there is none. */
    public String text() {
        var members = Json.of(json);
        var body = members.raw("content") == null ? members.raw("parts") : members.raw("content");
        if (body == null) {
            return "";
        }
        if (body.startsWith("\"")) {
            return string(body);
        }
        var texts = new StringBuilder();
        for (var part : new Json().putRaw("parts", body).elements("parts")) {
            var text = part.startsWith("{") ? partText(Json.of(part)) : null;
            texts.append(text == null || texts.isEmpty() ? "" : "\n").append(text == null ? "" : text);
        }
        return texts.toString();
    }

    private static String partText(Json part) {
        var text = part.raw("text");
        return text == null || !text.startsWith("\"") ? null : string(text);
    }

    private static String string(String raw) {
        try {
            return JsonReader.of(raw).string();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
