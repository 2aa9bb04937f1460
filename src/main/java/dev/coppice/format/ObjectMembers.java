package dev.coppice.format;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.json.JsonInput;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The members of a stored object, each as it stands there and not yet read. What is no object has none. Immutable. */
final class ObjectMembers {
    private final Map<String, String> members = new LinkedHashMap<>();

    private ObjectMembers() {}

    static ObjectMembers of(String json) {
        return of(json.getBytes(StandardCharsets.UTF_8));
    }

    static ObjectMembers of(byte[] json) {
        var fields = new ObjectMembers();
        if (json.length > 0 && json[0] == '{') {
            var in = JsonInput.of(json);
            in.object(name -> fields.members.put(name, value(json, in)));
        }
        return fields;
    }

    private static String value(byte[] json, JsonInput in) {
        int from = in.from();
        in.skip();
        return new String(json, from, in.to() - from, StandardCharsets.UTF_8);
    }

    /** The items of an array, as they stand; none of anything else. */
    static List<String> items(String array) {
        var items = new ArrayList<String>();
        if (array != null && array.startsWith("[")) {
            var json = array.getBytes(StandardCharsets.UTF_8);
            var in = JsonInput.of(json);
            in.array(() -> items.add(value(json, in)));
        }
        return items;
    }

    /** The characters of a JSON string; null for anything else. */
    static String string(String json) {
        return json != null && json.startsWith("\"")
                ? JsonInput.of(json.getBytes(StandardCharsets.UTF_8)).string()
                : null;
    }

    /** A text that may be JSON: a model may write anything where it should write its arguments. */
    static boolean isJson(String text) {
        try {
            var in = JsonInput.of(text.getBytes(StandardCharsets.UTF_8));
            in.slice(Code.MALFORMED);
            in.end();
            return true;
        } catch (Problem e) {
            return false;
        }
    }

    Iterable<Map.Entry<String, String>> all() {
        return members.entrySet();
    }

    boolean has(String name) {
        return members.containsKey(name);
    }

    /** A member as it stands; null when it is not there. */
    String json(String name) {
        return members.get(name);
    }

    /** A string; null when it is none. */
    String text(String name) {
        return string(members.get(name));
    }

    /** The first of some names that is a string; null when none is. */
    String text(String... names) {
        for (var name : names) {
            var text = text(name);
            if (text != null) {
                return text;
            }
        }
        return null;
    }

    ObjectMembers object(String name) {
        return of(members.getOrDefault(name, ""));
    }

    /** The items of an array that is a member; none when it is not there. */
    List<String> list(String name) {
        return items(members.get(name));
    }

    boolean isObject(String name) {
        return members.getOrDefault(name, "").startsWith("{");
    }

    boolean isArray(String name) {
        return members.getOrDefault(name, "").startsWith("[");
    }
}
