package dev.coppice.mcp;

import dev.coppice.format.MessageBody;
import dev.coppice.format.Transcript;
import dev.coppice.json.Times;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A message as a model reads it.
 *
 * @param id id of the message, or of a summary
 * @param role role of the message
 * @param createdAt time in ISO-8601, or null for a summary
 * @param text texts and tools of the message, without reasoning; may be shortened in the middle
 */
record MessageView(String id, String role, String createdAt, String text) {
    /** Creates the view of a stored message. Its text has at most about {@code maxCharacters} characters. */
    static MessageView of(byte[] json, int maxCharacters) {
        var body = MessageBody.of(json);
        var lines = Transcript.of(List.of(json), maxCharacters);
        // The first line contains the role only.
        return new MessageView(
                body.id(), body.role(), Times.text(body.createdAt()), lines.substring(lines.indexOf('\n') + 1));
    }

    /** Returns the message as a text: a line with id, role and time, and the message's text below it. */
    String shown() {
        return '[' + id + ", " + role + (createdAt == null ? "" : ", " + createdAt) + "]\n" + text;
    }

    /** Returns the message as the structured content of a tool result. */
    Map<String, Object> toMap() {
        var map = new LinkedHashMap<String, Object>();
        map.put("message_id", id);
        map.put("role", role);
        map.put("created_at", createdAt);
        map.put("text", text);
        return map;
    }
}
