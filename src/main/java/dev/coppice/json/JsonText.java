package dev.coppice.json;

import com.fasterxml.jackson.core.io.JsonStringEncoder;

/** Encodes Java strings as JSON. */
public final class JsonText {
    private JsonText() {}

    /** Returns a text as a JSON string, with quotes and escapes. */
    public static String quoted(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }
}
