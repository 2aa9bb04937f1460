package dev.coppice.imports;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.json.JsonInput;
import dev.coppice.json.Times;
import java.time.DateTimeException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * A line of an export, such as {@code {"end":{"messages":40}}}. It is a JSON object with one member. The name of this
 * member is the kind of the line, and its value is an object. Methods that read a member of the inner object throw 422
 * {@code invalid} with a JSON pointer if the member is missing, and 400 {@code malformed} or {@code out-of-range} if it
 * has a wrong value. Methods named {@code …OrNull} return null if the member is missing.
 *
 * @param kind kind of the line, such as {@code message}
 * @param members the values of the inner object's members as JSON, by name; members that are null are left out
 */
record Line(String kind, Map<String, byte[]> members) {
    /**
     * Reads a line. Throws 400 {@code malformed} if it is not a JSON object with one member whose value is an object,
     * 422 {@code invalid} if a value in the inner object contains a duplicate key or a lone surrogate (half of a UTF-16
     * surrogate pair).
     */
    static Line of(byte[] json) {
        var in = JsonInput.of(json);
        var kinds = new HashMap<String, Map<String, byte[]>>();
        in.object(kind -> kinds.put(kind, members(in)));
        in.end();
        if (kinds.size() != 1) {
            throw new Problem(Code.MALFORMED, "A line must be a JSON object with one member.");
        }
        var only = kinds.entrySet().iterator().next();
        return new Line(only.getKey(), only.getValue());
    }

    /**
     * Returns an object that is the value of a member, as a line of its own, so that the members of this object can be
     * read too. The kind of the returned line is a path such as {@code compaction/compaction}, which the JSON pointers
     * in problems need.
     *
     * @param name name of the member
     */
    Line inside(String name) {
        return new Line(kind + '/' + name, members(JsonInput.of(json(name))));
    }

    private static Map<String, byte[]> members(JsonInput in) {
        var members = new HashMap<String, byte[]>();
        in.object(name -> {
            if (in.isNull()) {
                in.skip();
            } else {
                members.put(name, in.slice(Code.INVALID, maxDepth(name)));
            }
        });
        return members;
    }

    /** Items of a list may be nested as deeply as other data; the array around them is one level more. */
    private static int maxDepth(String name) {
        return JsonInput.MAX_DEPTH + (name.equals("items") ? 1 : 0);
    }

    boolean has(String name) {
        return members.containsKey(name);
    }

    byte[] json(String name) {
        var json = members.get(name);
        if (json == null) {
            throw Problem.at(pointer(name), Code.INVALID, "The member is missing.");
        }
        return json;
    }

    byte[] jsonOrNull(String name) {
        return members.get(name);
    }

    byte[] jsonOr(String name, byte[] other) {
        return members.getOrDefault(name, other);
    }

    String text(String name) {
        return read(name, JsonInput::string);
    }

    String textOrNull(String name) {
        return has(name) ? text(name) : null;
    }

    /**
     * Reads the member with this name, a whole number from {@code min} to {@code max}, both inclusive. Throws 422
     * {@code invalid} if it is missing.
     */
    long number(String name, long min, long max) {
        return read(name, in -> in.integer(min, max));
    }

    Long numberOrNull(String name, long min, long max) {
        return has(name) ? (Long) number(name, min, max) : null;
    }

    /** Reads the member with this name, which is true or false; false if it is missing. */
    boolean flag(String name) {
        return has(name) && read(name, JsonInput::bool);
    }

    /**
     * Reads the member with this name, a time in ISO-8601, and returns it in milliseconds since the epoch. Throws 422
     * {@code invalid} if it is missing or not such a time.
     */
    long time(String name) {
        try {
            return Times.millis(text(name));
        } catch (DateTimeException e) {
            throw Problem.at(pointer(name), Code.INVALID, "The time must be in ISO-8601.");
        }
    }

    Long timeOrNull(String name) {
        return has(name) ? (Long) time(name) : null;
    }

    <T> T read(String name, Function<JsonInput, T> value) {
        return value.apply(JsonInput.of(json(name)));
    }

    private String pointer(String name) {
        return '/' + kind + '/' + name;
    }
}
