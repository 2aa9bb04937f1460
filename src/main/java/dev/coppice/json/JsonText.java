package dev.coppice.json;

import com.fasterxml.jackson.core.io.JsonStringEncoder;

/** JSON that is put together as text. */
public final class JsonText {
    private JsonText() {}

    /** A text as a JSON string, with its quotes. */
    public static String quoted(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }
}
