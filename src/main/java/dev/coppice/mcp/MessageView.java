package dev.coppice.mcp;

import dev.coppice.format.MessageBody;
import dev.coppice.format.MessageText;
import dev.coppice.format.Transcript;
import dev.coppice.json.Times;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A message as a model reads it.
 *
 * @param id id of the message, or of a summary
 * @param role role of the message
 * @param createdAt time of the message in ISO-8601, in UTC; for a summary, the time at which the summary was stored;
 *     null if the JSON of the message has no time
 * @param text text of the message
 */
record MessageView(String id, String role, String createdAt, String text) {
    /**
     * Returns stored messages as a model reads them: with texts and tool calls, without reasoning. The texts are
     * shortened to about {@code maxCharacters} characters together; see {@link Transcript#texts}. A line that looks
     * like the header of a message or tool is indented.
     */
    static List<MessageView> of(List<byte[]> messages, int maxCharacters) {
        var texts = Transcript.texts(messages, maxCharacters);
        return IntStream.range(0, texts.size())
                .mapToObj(i -> of(messages.get(i), texts.get(i)))
                .toList();
    }

    /** Creates the view of a stored message with its whole text, unchanged; see {@link MessageText#whole}. */
    static MessageView whole(byte[] json) {
        return of(json, MessageText.of(json).whole());
    }

    private static MessageView of(byte[] json, String text) {
        var body = MessageBody.of(json);
        return new MessageView(body.id(), body.role(), Times.text(body.createdAt()), text);
    }

    /**
     * Returns the message as a text: a line such as {@code [a8, assistant, 2026-11-22T10:33:10.585Z]}, and the
     * message's text below it.
     */
    String shown() {
        var time = createdAt == null ? "" : ", " + createdAt;
        return '[' + Lines.one(id + ", " + role) + time + "]\n" + text;
    }

    /** Returns the message as data for programs: an item of the member {@code structuredContent} of a tool result. */
    Map<String, Object> toMap() {
        var map = new LinkedHashMap<String, Object>();
        map.put("message_id", id);
        map.put("role", role);
        map.put("created_at", createdAt);
        map.put("text", text);
        return map;
    }
}
