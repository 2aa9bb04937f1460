package dev.coppice.format;

import java.util.List;

/**
 * The output of {@code load_context} as it is stored.
 *
 * @param place the bytes to replace when the skill is unloaded
 * @param text the beginning of the output
 * @param failed true when the output says that the tool failed
 */
record SkillDocument(SkillCall.Output place, String text, boolean failed) {
    /** How outputs begin that a model gets instead of a document. */
    private static final List<String> NO_DOCUMENTS = List.of(SkillCalls.UNLOADED, "Not found:", "Error:");

    /** Types of the AI SDK's outputs. */
    private static final List<String> FAILURES = List.of("error-text", "error-json", "execution-denied");

    /** The place of the document; null when the output is missing or not a document. */
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

    /** An output of the AI SDK: a value with its type. */
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

    /** The text of the first item that has one; empty when none has. */
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
