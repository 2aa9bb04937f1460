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

/** A JSON object whose members are kept as they are written, for reading and for writing. Not thread-safe. */
final class Json {
    private static final String NULL = "null";

    private final Map<String, String> members = new LinkedHashMap<>();

    /** Reads an object from a stream. */
    static Json read(JsonReader in) throws IOException {
        var object = new Json();
        in.beginObject();
        for (var name = in.name(); name != null; name = in.name()) {
            object.members.put(name, in.raw());
        }
        return object;
    }

    /** Reads an object from a text; throws {@code IllegalArgumentException} if the text is no JSON object. */
    static Json of(String text) {
        try {
            return read(JsonReader.of(text));
        } catch (IOException e) {
            throw new IllegalArgumentException("Not a JSON object: " + text, e);
        }
    }

    /** Returns a member as it is written; null if it is absent or null. */
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

    /** Returns a number; null if it is absent or null. */
    Long number(String name) {
        var raw = raw(name);
        return raw == null ? null : Long.valueOf(raw);
    }

    /** Returns a number; 0 if it is absent or null. */
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

    /** Returns the elements of an array as they are written; empty if the member is absent or null. */
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

    /** Sets a member to a string, number, boolean or null. Returns this object. */
    Json put(String name, Object value) {
        return putRaw(name, value instanceof CharSequence text ? quote(text) : String.valueOf(value));
    }

    /** Sets a member to JSON. Returns this object. */
    Json putRaw(String name, String json) {
        members.put(name, json);
        return this;
    }

    /** Copies a member of another object. */
    void copy(String name, Json other) {
        members.put(name, other.members.get(name));
    }

    Set<String> names() {
        return members.keySet();
    }

    /** Returns the object as JSON. */
    @Override
    public String toString() {
        var text = new StringBuilder("{");
        members.forEach((name, json) -> text.append(text.length() > 1 ? "," : "")
                .append(quote(name))
                .append(':')
                .append(json));
        return text.append('}').toString();
    }

    /** Returns an array of JSON values. */
    static String array(Iterable<String> elements) {
        return "[" + String.join(",", elements) + "]";
    }

    /** Returns a text as a JSON string. Half surrogate pairs, which UTF-8 cannot represent, are escaped. */
    static String quote(CharSequence text) {
        var quoted = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ' || isHalf(text, i)) {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    private static boolean isHalf(CharSequence text, int i) {
        char c = text.charAt(i);
        if (Character.isHighSurrogate(c)) {
            return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
        }
        return Character.isLowSurrogate(c) && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
    }
}
