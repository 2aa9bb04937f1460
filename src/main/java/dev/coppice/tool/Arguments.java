package dev.coppice.tool;

import dev.coppice.json.JsonInput;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a model passed to a tool: its own words, so that nothing but its being a JSON object is expected. Whether they fit
 * is for {@link Tool#fault} to say. Immutable.
 */
public record Arguments(Map<String, Value> values) {
    /** Objects within objects that are looked into; no tool has more. */
    private static final int LEVELS = 2;

    /** A value as far as a tool can use it. */
    sealed interface Value {}

    record Text(String text) implements Value {}

    record Members(Arguments arguments) implements Value {}

    /** A number, an array, null and so on: nothing that a tool takes. */
    record Other() implements Value {}

    public Arguments {
        values = Map.copyOf(values);
    }

    /** Reads a JSON object; a body without anything is an empty one. 400 {@code malformed} for anything else. */
    public static Arguments read(byte[] body) {
        if (body.length == 0) {
            return new Arguments(Map.of());
        }
        var in = JsonInput.of(body);
        var arguments = read(in, 1);
        in.end();
        return arguments;
    }

    private static Arguments read(JsonInput in, int level) {
        var values = new LinkedHashMap<String, Value>();
        in.object(name -> values.put(name, value(in, level)));
        return new Arguments(values);
    }

    private static Value value(JsonInput in, int level) {
        if (in.atString()) {
            return new Text(in.string());
        }
        if (in.atObject() && level < LEVELS) {
            return new Members(read(in, level + 1));
        }
        in.skip();
        return new Other();
    }

    /** A text that was passed, or null. */
    String text(String name) {
        return values.get(name) instanceof Text value ? value.text() : null;
    }

    /** An object that was passed, or an empty one. */
    Arguments members(String name) {
        return values.get(name) instanceof Members value ? value.arguments() : new Arguments(Map.of());
    }
}
