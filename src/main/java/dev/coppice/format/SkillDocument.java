package dev.coppice.format;

import java.util.List;

/**
 * The stored output of a call of {@code load_context}: a skill document, an error, or the note that the document was
 * unloaded.
 *
 * @param place position of the bytes that are replaced by the note when the document is unloaded
 * @param text text of the output; of an array, its first text. The beginning of the text shows whether the output is a
 *     document, an error or the note.
 * @param failed true if the output reports that the tool failed
 */
record SkillDocument(SkillCall.Output place, String text, boolean failed) {
    /** Beginnings of outputs that are not skill documents: of the note that a document was unloaded, and of errors. */
    private static final List<String> NO_DOCUMENTS = List.of(SkillCalls.UNLOADED, "Not found:", "Error:");

    /** Values of the member {@code type} that mark an output of the AI SDK as a failure. */
    private static final List<String> FAILURES = List.of("error-text", "error-json", "execution-denied");

    /**
     * Returns the position of the loaded document in an output of {@code load_context}; null if the output is missing
     * or contains no document.
     */
    static SkillCall.Output in(JsonSlice output) {
        if (output == null || output.isNull()) {
            return null;
        }
        var document = output.isObject() ? typed(output) : plain(output);
        boolean isDocument = !document.failed && NO_DOCUMENTS.stream().noneMatch(document.text::startsWith);
        return isDocument ? document.place : null;
    }

    private static SkillDocument plain(JsonSlice output) {
        var text = output.isArray() ? firstText(output) : output.compact();
        return new SkillDocument(place(output, false), text, false);
    }

    /** Reads an output in the form of the AI SDK's model messages: an object with {@code type} and {@code value}. */
    private static SkillDocument typed(JsonSlice output) {
        var type = output.members().text("type");
        var value = output.members().get("value");
        if (value != null && value.isString()) {
            return "text".equals(type)
                    ? new SkillDocument(place(value, false), value.text(), false)
                    : new SkillDocument(place(output, type != null), value.text(), isFailure(type));
        }
        var text = value != null && value.isArray() ? firstText(value) : "";
        return new SkillDocument(place(output, type != null), text, isFailure(type));
    }

    private static boolean isFailure(String type) {
        return type != null && FAILURES.contains(type);
    }

    private static SkillCall.Output place(JsonSlice value, boolean typed) {
        return new SkillCall.Output(value.from(), value.to(), typed);
    }

    /** Returns the text of the first array item that has a text; empty if there is none. */
    private static String firstText(JsonSlice array) {
        for (var item : array.items()) {
            var text = item.members().text("text");
            if (text != null) {
                return text;
            }
        }
        return "";
    }
}
