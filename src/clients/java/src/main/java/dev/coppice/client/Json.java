package dev.coppice.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * A JSON object. The values of its members are kept as they were written, so that they can be passed on without a
 * change. Not thread-safe.
 */
final class Json {
    private static final String NULL = "null";
    private static final Pattern HALF = Pattern.compile("\\p{Cs}");

    private final Map<String, String> members = new LinkedHashMap<>();

    /** Reads a JSON object from a stream. */
    static Json read(JsonReader in) throws IOException {
        var object = new Json();
        in.beginObject();
        for (var name = in.name(); name != null; name = in.name()) {
            object.members.put(name, in.raw());
        }
        return object;
    }

    /** Reads a JSON object from a text. Throws {@code IllegalArgumentException} if the text is not a JSON object. */
    static Json of(String text) {
        try {
            return read(JsonReader.of(text));
        } catch (IOException e) {
            throw new IllegalArgumentException("Not a JSON object: " + text, e);
        }
    }

    /** Returns the JSON of a member as it was written; null if the object has no such member or its value is null. */
    String raw(String name) {
        var raw = members.get(name);
        return NULL.equals(raw) ? null : raw;
    }

    String string(String name) {
        var raw = raw(name);
        try {
            return raw == null ? null : JsonReader.of(raw).string();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a member whose value is an integer; null if the object has no such member or its value is null. */
    Long number(String name) {
        var raw = raw(name);
        return raw == null ? null : Long.valueOf(raw);
    }

    /** Returns a member whose value is an integer; 0 if the object has no such member or its value is null. */
    long count(String name) {
        var number = number(name);
        return number == null ? 0 : number;
    }

    Integer integer(String name) {
        var number = number(name);
        return number == null ? null : Math.toIntExact(number);
    }

    boolean flag(String name) {
        return "true".equals(members.get(name));
    }

    Instant time(String name) {
        var text = string(name);
        return text == null ? null : Instant.parse(text);
    }

    <T> T object(String name, Function<Json, T> mapper) {
        var raw = raw(name);
        return raw == null ? null : mapper.apply(of(raw));
    }

    /**
     * Returns the elements of a member whose value is an array, each as it was written. Returns an empty list if the
     * object has no such member or its value is null.
     */
    List<String> elements(String name) {
        var raw = raw(name);
        var elements = new ArrayList<String>();
        if (raw == null) {
            return elements;
        }
        try {
            var in = JsonReader.of(raw);
            in.beginArray();
            while (in.hasElement()) {
                elements.add(in.raw());
            }
            return elements;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    <T> List<T> objects(String name, Function<Json, T> mapper) {
        return elements(name).stream().map(Json::of).map(mapper).toList();
    }

    List<String> strings(String name) {
        return elements(name).stream()
                .map(raw -> of("{\"v\":" + raw + "}").string("v"))
                .toList();
    }

    /**
     * Sets a member and returns this object.
     *
     * @param value a text, number or boolean, or null
     */
    Json put(String name, Object value) {
        return putRaw(name, value instanceof CharSequence text ? quote(text) : String.valueOf(value));
    }

    /** Sets a member to a value that is given as JSON. Returns this object. */
    Json putRaw(String name, String json) {
        members.put(name, json);
        return this;
    }

    /** Sets a member to the value that the member of the same name has in another object. */
    void copy(String name, Json other) {
        members.put(name, other.members.get(name));
    }

    Set<String> names() {
        return members.keySet();
    }

    /** Returns this object as JSON, with the members in the order in which they were set. */
    @Override
    public String toString() {
        var text = new StringBuilder("{");
        members.forEach((name, json) -> text.append(text.length() > 1 ? "," : "")
                .append(quote(name))
                .append(':')
                .append(json));
        return text.append('}').toString();
    }

    /** Returns a JSON array of values that are given as JSON. */
    static String array(Iterable<String> elements) {
        return "[" + String.join(",", elements) + "]";
    }

    /**
     * Returns a text as a JSON string, in quotes. Escapes each half of a surrogate pair without the other half, because
     * UTF-8 cannot encode it.
     */
    static String quote(CharSequence text) {
        var quoted = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return escapeHalves(quoted.append('"').toString());
    }

    /** Escapes each half of a surrogate pair without the other half in a JSON text. UTF-8 cannot encode it. */
    static String escapeHalves(String json) {
        return HALF.matcher(json)
                .replaceAll(
                        half -> String.format("\\\\u%04x", (int) half.group().charAt(0)));
    }
}
