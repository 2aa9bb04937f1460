package dev.coppice.format;

import dev.coppice.json.JsonText;

/**
 * The lines of a transcript for a tool call, for its result, or for both.
 *
 * @param name name of the tool; null for a result that does not name it
 * @param input arguments as JSON on one line; null if there are none
 * @param output output as JSON on one line; null if there is none
 */
record ToolLines(String name, String input, String output) {
    /**
     * Maximum number of UTF-16 units of an input or output in a transcript, which suffices to see how the tool was
     * used.
     */
    static final int MAX_CHARACTERS = 500;

    static ToolLines of(ParsedPart part) {
        return new ToolLines(part.tool(), json(part.input()), json(part.output()));
    }

    /**
     * Returns a value as JSON on one line, cut off after {@link #MAX_CHARACTERS} characters; null if it is missing or
     * {@code null}.
     */
    private static String json(JsonSlice value) {
        if (value == null || value.isNull()) {
            return null;
        }
        return value.isString() ? json(value.text()) : ShortText.end(value.compact(), MAX_CHARACTERS);
    }

    /**
     * Returns a text as JSON on one line, cut off after {@link #MAX_CHARACTERS} characters. A text that is JSON itself,
     * such as the arguments of a call, gets no quotes.
     */
    static String json(String text) {
        // Escaping only adds characters, so the rest would be cut off anyway.
        var beginning = ShortText.end(text, MAX_CHARACTERS + 1);
        boolean isJson = text.startsWith("{") || text.startsWith("[");
        var line = isJson
                ? beginning.replaceAll("\\s*[\\r\\n\\u0085\\u2028\\u2029]\\s*", " ")
                : JsonText.quoted(beginning);
        return ShortText.end(line, MAX_CHARACTERS);
    }

    /** Returns the lines for the transcript, without a line break at the end. */
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
