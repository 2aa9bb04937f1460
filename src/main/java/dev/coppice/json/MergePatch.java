package dev.coppice.json;

import com.fasterxml.jackson.core.JsonToken;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Applies JSON Merge Patch (RFC 7396) to JSON objects. In a patch, null removes a member, an object is merged into the
 * existing member, and any other value replaces the member. Values are copied byte for byte, so numbers keep their
 * digits. Pure.
 */
public final class MergePatch {
    public static final String MEDIA_TYPE = "application/merge-patch+json";

    private static final byte[] NULL = {'n', 'u', 'l', 'l'};

    private record Pair(Map<String, Object> target, Map<String, Object> patch) {}

    private MergePatch() {}

    /**
     * Applies a patch to an object and returns the resulting object. Throws 400 {@code malformed} if one of them is not
     * a JSON object, or is nested too deeply. Throws 422 {@code invalid} if an object contains a key twice or a string
     * contains a lone surrogate (half of a surrogate pair).
     */
    public static byte[] apply(byte[] target, byte[] patch) {
        var result = members(target);
        var work = new ArrayDeque<Pair>();
        work.push(new Pair(result, members(patch)));
        while (!work.isEmpty()) {
            var pair = work.pop();
            pair.patch().forEach((name, value) -> {
                if (value instanceof byte[] raw) {
                    replace(pair.target(), name, raw);
                } else {
                    var old = pair.target().get(name);
                    var child = old instanceof Map ? old : new LinkedHashMap<String, Object>();
                    pair.target().put(name, child);
                    work.push(new Pair(object(child), object(value)));
                }
            });
        }
        return write(result);
    }

    private static void replace(Map<String, Object> target, String name, byte[] value) {
        if (Arrays.equals(value, NULL)) {
            target.remove(name);
        } else {
            target.put(name, value);
        }
    }

    /**
     * Returns those members of a JSON object that are strings, numbers or booleans, by name. The values are texts:
     * strings without quotes, numbers in their original notation. Throws the errors that {@link #apply} throws.
     */
    public static Map<String, String> scalars(byte[] json) {
        var scalars = new HashMap<String, String>();
        members(json).forEach((name, value) -> {
            if (value instanceof byte[] raw && raw[0] != '[' && !Arrays.equals(raw, NULL)) {
                scalars.put(name, JsonInput.of(raw).text());
            }
        });
        return scalars;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    /**
     * Parses a JSON object to a map. Nested objects become maps; all other values are {@code byte[]} with their JSON.
     * Throws the errors that {@link #apply} throws.
     */
    private static Map<String, Object> members(byte[] json) {
        var input = JsonInput.of(json);
        if (!input.atObject()) {
            throw new Problem(Code.MALFORMED, "A merge patch and its target must be JSON objects.");
        }
        var root = new LinkedHashMap<String, Object>();
        var open = new ArrayDeque<Map<String, Object>>();
        open.push(root);
        while (!open.isEmpty()) {
            if (input.next() == JsonToken.END_OBJECT) {
                open.pop();
                continue;
            }
            var value = member(input, open.peek());
            if (value instanceof Map) {
                open.push(object(value));
            }
        }
        input.end();
        return root;
    }

    /**
     * Reads the current member of an object and adds it to {@code into}. The reader must be at the member's name.
     * Returns the value that was added: for an object an empty map, which {@link #members} fills later; for any other
     * value its JSON. Throws 422 {@code invalid} if {@code into} already contains the name, or if the name or the value
     * contains a lone surrogate.
     */
    private static Object member(JsonInput input, Map<String, Object> into) {
        var name = input.text();
        if (Utf8.hasLoneSurrogate(name)) {
            throw Problem.at(input.pointer(), Code.INVALID, "A name must not contain half a surrogate pair.");
        }
        input.next();
        Object value = input.atObject() ? new LinkedHashMap<String, Object>() : input.slice(Code.INVALID);
        if (into.putIfAbsent(name, value) != null) {
            throw Problem.at(input.pointer(), Code.INVALID, "The object contains this key twice.");
        }
        return value;
    }

    private static byte[] write(Map<String, Object> root) {
        var out = new ByteArrayOutputStream();
        var open = new ArrayDeque<Iterator<Map.Entry<String, Object>>>();
        out.write('{');
        open.push(root.entrySet().iterator());
        boolean first = true;
        while (!open.isEmpty()) {
            if (!open.peek().hasNext()) {
                open.pop();
                out.write('}');
                first = false;
                continue;
            }
            var member = open.peek().next();
            if (!first) {
                out.write(',');
            }
            out.writeBytes((JsonText.quoted(member.getKey()) + ':').getBytes(StandardCharsets.UTF_8));
            first = false;
            if (member.getValue() instanceof byte[] raw) {
                out.writeBytes(raw);
            } else {
                out.write('{');
                open.push(object(member.getValue()).entrySet().iterator());
                first = true;
            }
        }
        return out.toByteArray();
    }
}
