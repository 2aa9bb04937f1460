package dev.coppice.format;

import dev.coppice.json.JsonInput;
import dev.coppice.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Cuts what tools gave back to {@value #OUTPUT_CHARACTERS} characters and texts to {@value #TEXT_CHARACTERS}; everything
 * else stays the same, byte for byte, reasoning too, which may be signed. A text that was cut ends with
 * {@code … [truncated N chars]}, where N is its length before; lengths are in UTF-16 units, and no character is cut in two.
 * An output that is an object or array keeps its shape, see {@link OutputCut}. Pure, linear in the message.
 */
public final class Truncation {
    static final int OUTPUT_CHARACTERS = 500;
    static final int TEXT_CHARACTERS = 10_000;

    private static final Set<String> TEXTS = Set.of("text", "input_text", "output_text");
    private static final List<String> OUTPUTS = List.of("output", "result", "errorText");

    private final byte[] message;
    private final List<Splice> splices = new ArrayList<>();

    private Truncation(byte[] message) {
        this.message = message;
    }

    /** The message with its outputs and texts cut; the same array when nothing had to be cut. */
    public static byte[] of(byte[] message) {
        // Characters have a byte at least: a short message has nothing to cut.
        return message.length <= OUTPUT_CHARACTERS ? message : new Truncation(message).cut();
    }

    private byte[] cut() {
        var outline = Outline.of(message);
        var content = outline.places().get("content");
        if (outline.isResult() && content != null) {
            output(content);
            return Splice.apply(message, splices);
        }
        if (content != null && message[content.from()] == '"') {
            text(content, "tool".equals(outline.words().get("role")) ? OUTPUT_CHARACTERS : TEXT_CHARACTERS);
        }
        outline.groups().forEach(group -> group.parts().forEach(part -> part(group.member(), part)));
        return Splice.apply(message, splices);
    }

    private void part(String member, PartOutline part) {
        var places = part.places();
        boolean isBlock = part.type().equals("tool_result");
        if (isBlock && places.containsKey("content")) {
            output(places.get("content"));
        }
        if (isBlock
                || part.isUiTool(member)
                || part.type().equals("tool-result")
                || part.type().equals("function_call_output")) {
            OUTPUTS.stream().filter(places::containsKey).map(places::get).forEach(this::output);
        } else if (TEXTS.contains(part.type()) && places.containsKey("text")) {
            text(places.get("text"), TEXT_CHARACTERS);
        }
    }

    private void output(Slice place) {
        if (message[place.from()] == '"') {
            text(place, OUTPUT_CHARACTERS);
        } else if (place.to() - place.from() > OUTPUT_CHARACTERS) {
            var json = place.in(message);
            boolean container = json.startsWith("{") || json.startsWith("[");
            if (container && json.length() > OUTPUT_CHARACTERS) {
                OutputCut.of(json, OUTPUT_CHARACTERS).ifPresent(cut -> splices.add(Splice.of(place, cut)));
            }
        }
    }

    private void text(Slice place, int characters) {
        if (place.to() - place.from() <= characters || message[place.from()] != '"') {
            return;
        }
        var text =
                JsonInput.of(place.in(message).getBytes(StandardCharsets.UTF_8)).string();
        if (text.length() > characters) {
            splices.add(Splice.of(place, JsonText.quoted(shortened(text, characters))));
        }
    }

    /** The beginning of a text and the mark of what is missing. */
    static String shortened(String text, int characters) {
        boolean pair = characters > 0 && Character.isHighSurrogate(text.charAt(characters - 1));
        return text.substring(0, pair ? characters - 1 : characters) + "… [truncated " + text.length() + " chars]";
    }
}
