package dev.coppice.format;

import java.util.Arrays;
import java.util.List;

/**
 * The members of one JSON object in document order, each value as a slice (a range of bytes). Members are found by name
 * or by their index, counted from 0. Unmodifiable once the object has been read.
 */
final class JsonMembers {
    static final JsonMembers NONE = new JsonMembers();

    private static final int USUAL = 8;

    private String[] names = new String[USUAL];
    private JsonSlice[] values = new JsonSlice[USUAL];
    private int size;

    /** Adds a member. Only {@link SliceReader} and {@link MessageParser} call it, while they read the object. */
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

    /**
     * Returns the value of the member with this name; null if there is none. Takes time linear in the number of
     * members.
     */
    JsonSlice get(String name) {
        for (int i = 0; i < size; i++) {
            if (names[i].equals(name)) {
                return values[i];
            }
        }
        return null;
    }

    /**
     * Returns the value of one member. Tries these names in their order, and takes the first one that the object has;
     * null if it has none of them.
     */
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

    /**
     * Returns the value of the member with this name as a decoded string; null if the member is missing or not a
     * string.
     */
    String text(String name) {
        var value = get(name);
        return value == null ? null : value.text();
    }

    /**
     * Returns the decoded value of one member. Tries these names in their order, and takes the first one whose value is
     * a string; null if there is none.
     */
    String text(String... names) {
        for (var name : names) {
            var text = text(name);
            if (text != null) {
                return text;
            }
        }
        return null;
    }

    /**
     * Returns the members of the object that is the value of the member {@code name}. Returns no members if the value
     * is missing or not an object.
     */
    JsonMembers object(String name) {
        var value = get(name);
        return value == null ? NONE : value.members();
    }

    /**
     * Returns the items of the array that is the value of the member {@code name}. Returns no items if the value is
     * missing or not an array.
     */
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
