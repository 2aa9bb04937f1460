package dev.coppice.client;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A message as JSON. The server stores it byte for byte. Its format is that of the application: the AI SDK (with the
 * member {@code parts}), OpenAI, Anthropic or AgentScope.
 *
 * @param id id of the message; null for a new message whose id the server is to generate
 * @param role role of the message, for example {@code user}; null in formats in which some messages have no role
 * @param json the whole message, a JSON object
 */
public record Message(String id, String role, String json) {

    /** Returns the message with this JSON. Throws {@code IllegalArgumentException} if the text is not a JSON object. */
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

    /** Returns a new message with a role and a text, without an id. */
    public static Message of(String role, String text) {
        return new Message(
                null, role, new Json().put("role", role).put("content", text).toString());
    }

    /** Returns a new message with the role {@code user}, without an id. */
    public static Message user(String text) {
        return of("user", text);
    }

    /** Returns a new message with the role {@code assistant}, without an id. */
    public static Message assistant(String text) {
        return of("assistant", text);
    }

    /**
     * Returns a copy of this message with an id, for a message that is not stored yet. If all messages of an append
     * have ids, the append can be repeated at any time, even by another process: the server does not store a message
     * with the same id twice.
     */
    public Message withId(String newId) {
        var members = Json.of(json);
        var withId = new Json().put("id", newId);
        members.names().stream().filter(name -> !name.equals("id")).forEach(name -> withId.copy(name, members));
        return new Message(newId, role, withId.toString());
    }

    /**
     * Returns the text of the message: the value of {@code content} if it is a text, otherwise the texts of all parts,
     * joined by line breaks. Returns an empty text if the message has no text.
     */
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
