package dev.coppice.format;

import java.util.Arrays;
import java.util.List;

/** The members of one JSON object in document order, each as a slice. Unmodifiable once it has been read. */
final class JsonMembers {
    /** An object without members. */
    static final JsonMembers NONE = new JsonMembers();

    private static final int USUAL = 8;

    private String[] names = new String[USUAL];
    private JsonSlice[] values = new JsonSlice[USUAL];
    private int size;

    /** Adds a member; only for {@link SliceReader} while it reads the object. */
    void add(String name, JsonSlice value) {
        if (size == names.length) {
            names = Arrays.copyOf(names, 2 * size);
            values = Arrays.copyOf(values, 2 * size);
        }
        names[size] = name;
        values[size++] = value;
    }

    int size() {
        return size;
    }

    String name(int number) {
        return names[number];
    }

    JsonSlice value(int number) {
        return values[number];
    }

    /** The value of a member; null when the object has none of that name. Linear in the number of members. */
    JsonSlice get(String name) {
        for (int i = 0; i < size; i++) {
            if (names[i].equals(name)) {
                return values[i];
            }
        }
        return null;
    }

    /** The value of the first of several members that is present; null when none is. */
    JsonSlice first(List<String> names) {
        for (var name : names) {
            var value = get(name);
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    boolean has(String name) {
        return get(name) != null;
    }

    /** The characters of a member; null when it is missing or not a string. */
    String text(String name) {
        var value = get(name);
        return value == null ? null : value.text();
    }

    /** The first of several members that is a string; null when none is. */
    String text(String... names) {
        for (var name : names) {
            var text = text(name);
            if (text != null) {
                return text;
            }
        }
        return null;
    }

    /** The members of an object that is a member; none when it is missing or not an object. */
    JsonMembers object(String name) {
        var value = get(name);
        return value == null ? NONE : value.members();
    }

    /** The items of an array that is a member; none when it is missing or not an array. */
    List<JsonSlice> list(String name) {
        var value = get(name);
        return value == null ? List.of() : value.items();
    }

    boolean isObject(String name) {
        var value = get(name);
        return value != null && value.isObject();
    }

    boolean isArray(String name) {
        var value = get(name);
        return value != null && value.isArray();
    }
}
