package dev.coppice.format;

import dev.coppice.json.JsonInput;
import dev.coppice.json.JsonText;

/**
 * A call of a tool, its result, or both, as a transcript shows them.
 *
 * @param name or null where a result doesn't say whose it is
 * @param input JSON on one line, or null
 * @param output JSON on one line, or null
 */
record ToolLines(String name, String input, String output) {
    /** What a model needs to know what a tool was about. */
    static final int MAX_CHARACTERS = 500;

    /** The value at the reader's place as JSON on one line, cut; null for JSON's null. */
    static String json(JsonInput in) {
        if (in.isNull()) {
            in.skip();
            return null;
        }
        return in.atString() ? json(in.string()) : ShortText.end(in.json(), MAX_CHARACTERS);
    }

    /** A text as JSON, cut: what is JSON already, as arguments are that a model wrote, as it stands. */
    static String json(String text) {
        // More than that is cut away again, however it is escaped.
        var some = ShortText.end(text, MAX_CHARACTERS + 1);
        boolean isJson = text.startsWith("{") || text.startsWith("[");
        var line = isJson ? some.replaceAll("\\s*[\\r\\n\\u0085\\u2028\\u2029]\\s*", " ") : JsonText.quoted(some);
        return ShortText.end(line, MAX_CHARACTERS);
    }

    /** Some lines, without an end of the last. */
    String lines() {
        var lines = new StringBuilder(name == null ? "[Tool]" : "[Tool: " + Transcript.oneLine(name) + "]");
        if (input != null) {
            lines.append("\nInput: ").append(input);
        }
        if (output != null) {
            lines.append("\nOutput: ").append(output);
        }
        return lines.toString();
    }
}
