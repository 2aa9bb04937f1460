package dev.coppice.mcp;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.JsonValues;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The result of a tool call: either data, or the description of a mistake of the model.
 *
 * @param texts texts for the model
 * @param structured the data of the result as a JSON object, by name; null for a mistake
 * @param isError true if the model made a mistake; the text says how to correct it
 */
record ToolOutcome(List<String> texts, Map<String, Object> structured, boolean isError) implements JsonBody {
    /**
     * Creates the outcome of a call that succeeded.
     *
     * @param text the text for the model
     * @param structured the data of the result as a JSON object, by name
     */
    static ToolOutcome of(String text, Map<String, Object> structured) {
        return new ToolOutcome(List.of(text), structured, false);
    }

    /**
     * Creates the outcome of a call with a mistake of the model.
     *
     * @param text what is wrong and how to correct it
     */
    static ToolOutcome error(String text) {
        return new ToolOutcome(List.of(text), null, true);
    }

    /** Returns the members of the JSON object that answers the request {@code tools/call}. */
    Map<String, Object> toMap() {
        var result = new LinkedHashMap<String, Object>();
        result.put("content", texts.stream().map(ToolOutcome::content).toList());
        if (structured != null) {
            result.put("structuredContent", structured);
        }
        result.put("isError", isError);
        return result;
    }

    /** Returns a text as an item of the member {@code content} of a tool result. */
    static Map<String, Object> content(String text) {
        var content = new LinkedHashMap<String, Object>();
        content.put("type", "text");
        content.put("text", text);
        return content;
    }

    @Override
    public void write(JsonGenerator out) throws IOException {
        JsonValues.write(out, toMap());
    }
}
