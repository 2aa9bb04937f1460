package dev.coppice.json;

import com.fasterxml.jackson.core.io.JsonStringEncoder;

/** Builds JSON as text. */
public final class JsonText {
    private JsonText() {}

    /** A text as a JSON string with quotes. */
    public static String quoted(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }
}
