package dev.coppice.tool;

import dev.coppice.json.JsonInput;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Arguments that a model passed to a tool. Only requires a JSON object, because a model may send anything;
 * {@link Tool#fault} checks the arguments against the tool's schema. Immutable.
 */
public record ToolArguments(Map<String, Value> values) {
    /** Maximum depth of nested objects that is read. No tool has deeper arguments. */
    private static final int MAX_LEVELS = 2;

    /** A value of an argument. */
    sealed interface Value {}

    record Text(String text) implements Value {}

    record Members(ToolArguments arguments) implements Value {}

    /** JSON null. It counts as an absent argument, because models send null for optional arguments. */
    record Null() implements Value {}

    /** A value of a type that no tool accepts: a number, a boolean or an array. */
    record Other() implements Value {}

    public ToolArguments {
        values = Map.copyOf(values);
    }

    /** Reads a JSON object. An empty body counts as an empty object. Throws 400 {@code malformed} for anything else. */
    public static ToolArguments read(byte[] body) {
        if (body.length == 0) {
            return new ToolArguments(Map.of());
        }
        var in = JsonInput.of(body);
        var arguments = read(in, 1);
        in.end();
        return arguments;
    }

    private static ToolArguments read(JsonInput in, int level) {
        var values = new LinkedHashMap<String, Value>();
        in.object(name -> values.put(name, value(in, level)));
        return new ToolArguments(values);
    }

    private static Value value(JsonInput in, int level) {
        if (in.atString()) {
            return new Text(in.string());
        }
        if (in.atObject() && level < MAX_LEVELS) {
            return new Members(read(in, level + 1));
        }
        if (in.isNull()) {
            return new Null();
        }
        in.skip();
        return new Other();
    }

    /** Returns the text that the argument with this name has; null when the argument is missing or not a text. */
    String text(String name) {
        return values.get(name) instanceof Text value ? value.text() : null;
    }

    /**
     * Returns the members of the object that the argument with this name has; no members when the argument is missing
     * or not an object.
     */
    ToolArguments members(String name) {
        return values.get(name) instanceof Members value ? value.arguments() : new ToolArguments(Map.of());
    }
}
