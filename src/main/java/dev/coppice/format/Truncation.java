package dev.coppice.format;

import dev.coppice.json.JsonText;
import java.util.ArrayList;
import java.util.List;

/**
 * Shortens a message of which a model needs only the main points: outputs of tools to {@value #OUTPUT_CHARACTERS}
 * characters, and texts to {@value #TEXT_CHARACTERS}. All other bytes stay the same. Reasoning is not truncated,
 * because a provider may have signed it. At the end of a truncated text, a mark such as {@code … [truncated N chars]}
 * gives the original length N. Lengths are in UTF-16 units, and no character is split. An output that is an object or
 * array remains one; see {@link OutputCut}. A file in it is never truncated: if it does not fit, all files of the
 * output are replaced by texts that mention them. Takes time linear in the message's length.
 */
public final class Truncation {
    static final int OUTPUT_CHARACTERS = 500;
    static final int TEXT_CHARACTERS = 10_000;

    private final ParsedMessage message;
    private final List<Splice> splices = new ArrayList<>();

    private Truncation(ParsedMessage message) {
        this.message = message;
    }

    /**
     * Returns the message with its outputs truncated to {@value #OUTPUT_CHARACTERS} characters and its texts to
     * {@value #TEXT_CHARACTERS}; the same array if none was too long. If the message's only part is an item of OpenAI's
     * API with the type {@code message}, truncates the outputs and texts of that item.
     */
    public static byte[] of(byte[] message) {
        // Each character takes at least one byte, so a message with few bytes has nothing to truncate.
        if (message.length <= OUTPUT_CHARACTERS) {
            return message;
        }
        var parsed = ParsedMessage.of(message);
        var inner = ResponseItem.innerMessage(parsed);
        if (inner == null) {
            return Splice.apply(message, new Truncation(parsed).splices());
        }
        int at = ResponseItem.partOf(parsed).json().from();
        var splices = new Truncation(inner).splices();
        return Splice.apply(
                message, splices.stream().map(splice -> splice.moved(at)).toList());
    }

    private List<Splice> splices() {
        var content = message.members().get("content");
        if (message.answeredCallId() != null && content != null) {
            output(content);
            return splices;
        }
        if (content != null && content.isString()) {
            text(content, message.isFromTool() ? OUTPUT_CHARACTERS : TEXT_CHARACTERS);
        }
        var refusal = message.members().get("refusal");
        if (refusal != null) {
            text(refusal, TEXT_CHARACTERS);
        }
        message.groups().forEach(group -> group.parts().forEach(this::part));
        return splices;
    }

    private void part(ParsedPart part) {
        if (part.kind() == PartKind.RESULT || part.kind() == PartKind.TOOL) {
            part.outputs().forEach(this::output);
        } else if (part.kind() == PartKind.TEXT && part.json().isObject() && part.text() != null) {
            text(part.text(), TEXT_CHARACTERS);
        }
    }

    private void output(JsonSlice output) {
        if (output.isString()) {
            text(output, OUTPUT_CHARACTERS);
        } else if (output.length() > OUTPUT_CHARACTERS && (output.isObject() || output.isArray())) {
            OutputCut.of(output, OUTPUT_CHARACTERS)
                    .ifPresent(cut -> splices.add(Splice.replace(output, withWholeFiles(cut, output))));
        }
    }

    /**
     * Returns a truncated output without truncated files, which providers refuse: {@code cut} if its files are whole,
     * otherwise the output with a text in place of each file, truncated again.
     *
     * @param cut the truncated output
     * @param output the output before it was truncated
     */
    private static String withWholeFiles(String cut, JsonSlice output) {
        if (FilesInOutput.areWhole(JsonSlice.of(cut), output)) {
            return cut;
        }
        var mentioned = FilesInOutput.mentioned(output);
        return OutputCut.of(mentioned, OUTPUT_CHARACTERS).orElseGet(mentioned::json);
    }

    private void text(JsonSlice value, int characters) {
        var text = value.length() > characters ? value.text() : null;
        if (text != null && text.length() > characters) {
            splices.add(Splice.replace(value, JsonText.quoted(shortened(text, characters))));
        }
    }

    /**
     * Returns the first {@code characters} UTF-16 units of a longer text, followed by a mark with the text's original
     * length. Keeps one unit less if the last character would be split otherwise.
     */
    static String shortened(String text, int characters) {
        boolean splitsPair = characters > 0 && Character.isHighSurrogate(text.charAt(characters - 1));
        return text.substring(0, splitsPair ? characters - 1 : characters) + mark(text.length());
    }

    /**
     * Returns the mark of a truncated text.
     *
     * @param length original length of the text in UTF-16 units
     */
    static String mark(int length) {
        return "… [truncated " + length + " chars]";
    }
}
