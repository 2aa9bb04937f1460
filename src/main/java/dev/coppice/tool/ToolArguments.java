package dev.coppice.tool;

import dev.coppice.Problem;
import dev.coppice.json.JsonInput;
import dev.coppice.json.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Arguments that a model passed to a tool. Names and types of the arguments are not checked here, because a model may
 * send anything; {@link Tool#fault} checks the arguments against the tool's schema. Immutable.
 *
 * @param values each argument by its name, in no particular order
 * @param readable false if the model wrote something other than a JSON object; {@code values} is empty then
 */
public record ToolArguments(Map<String, Value> values, boolean readable) {
    /**
     * Name of the member with the arguments in a whole call as the model wrote it:
     * <code>{"name":…,"arguments":…}</code>. A client may send a whole call or only its arguments. No tool has an
     * argument with this name.
     */
    static final String WRAPPER = "arguments";

    private static final ToolArguments NONE = new ToolArguments(Map.of(), true);
    private static final ToolArguments UNREADABLE = new ToolArguments(Map.of(), false);

    /**
     * Maximum depth of nested objects that is read; the arguments themselves have depth 1. A deeper object becomes
     * {@link Other}, because no tool has such an argument.
     */
    private static final int MAX_LEVELS = 2;

    /** The value of one argument, by its JSON type. */
    sealed interface Value {}

    /** An argument that is a JSON string. */
    record Text(String text) implements Value {}

    /** An argument that is a JSON object. */
    record Members(ToolArguments arguments) implements Value {}

    /** JSON null. It counts as an absent argument, because models send null for optional arguments. */
    record Null() implements Value {}

    /** A value that no tool accepts: a number, a boolean, an array, or an object that is nested too deeply. */
    record Other() implements Value {}

    public ToolArguments {
        values = Map.copyOf(values);
    }

    /**
     * Reads the arguments of a tool call from a request body. The body is either a JSON object whose members are the
     * arguments, or the model's whole call. The member {@code arguments} of a whole call is a JSON object of the
     * arguments, or a string that contains this object; other members of a whole call are ignored. If the member
     * {@code arguments} is null, it counts as missing, because generated clients may send null for members that were
     * not set. An empty body counts as an empty object.
     *
     * <p>Throws 400 {@code malformed} if the body is neither empty nor a JSON object, or if an object in it contains a
     * name twice. If the member {@code arguments} is neither an object nor a string that contains a valid JSON object,
     * this is an error of the model: nothing is thrown, and the result is not {@link #readable}.
     */
    public static ToolArguments read(byte[] body) {
        if (body.length == 0) {
            return NONE;
        }
        var in = JsonInput.of(body);
        var values = new LinkedHashMap<String, Value>();
        var wrapped = new AtomicReference<ToolArguments>();
        in.object(name -> {
            if (name.equals(WRAPPER) && !in.isNull()) {
                wrapped.set(wrapped(in));
            } else {
                values.put(name, value(in, 1));
            }
        });
        in.end();
        return wrapped.get() == null ? new ToolArguments(values, true) : wrapped.get();
    }

    /**
     * Reads the value of the member {@code arguments}: a JSON object, or a string that contains a JSON object. For any
     * other value, the result is not {@link #readable}.
     */
    private static ToolArguments wrapped(JsonInput in) {
        if (in.atString()) {
            return parsed(in.string());
        }
        if (in.atObject()) {
            return read(in, 1);
        }
        in.skip();
        return UNREADABLE;
    }

    /**
     * Parses arguments that the model wrote as a text. A blank text counts as an empty object, because models send it
     * for a call without arguments. If the text is not a JSON object, the result is not {@link #readable}.
     */
    private static ToolArguments parsed(String text) {
        if (text.isBlank()) {
            return NONE;
        }
        if (Utf8.hasLoneSurrogate(text)) {
            return UNREADABLE;
        }
        try {
            var in = JsonInput.of(text.getBytes(StandardCharsets.UTF_8));
            var arguments = read(in, 1);
            in.end();
            return arguments;
        } catch (Problem e) {
            // The client's request is valid. The model made the error, and gets it as the result of its call.
            return UNREADABLE;
        }
    }

    private static ToolArguments read(JsonInput in, int level) {
        var values = new LinkedHashMap<String, Value>();
        in.object(name -> values.put(name, value(in, level)));
        return new ToolArguments(values, true);
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

    /**
     * Returns the value of a text argument; null if the argument is missing or not a text.
     *
     * @param name name of the argument
     */
    String text(String name) {
        return values.get(name) instanceof Text value ? value.text() : null;
    }

    /**
     * Returns the members of an object argument; no members if the argument is missing or not an object.
     *
     * @param name name of the argument
     */
    ToolArguments members(String name) {
        return values.get(name) instanceof Members value ? value.arguments() : NONE;
    }

    /**
     * Returns a copy in which the argument {@code key} has the value of {@code metadata.title}. Used for tools that
     * find a block entry, because the model may name the entry by its key or by its title. Returns these arguments
     * unchanged if they have a {@code key} that is neither blank nor null, or if {@code metadata.title} is not a text.
     */
    ToolArguments withTitleAsKey() {
        var key = values.getOrDefault("key", new Null());
        var title = members("metadata").values().get("title");
        boolean isNamed = !(key instanceof Null)
                && !(key instanceof Text text && text.text().isBlank());
        if (isNamed || !(title instanceof Text)) {
            return this;
        }
        var named = new LinkedHashMap<>(values);
        named.put("key", title);
        return new ToolArguments(named, true);
    }
}
