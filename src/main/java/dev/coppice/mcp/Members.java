package dev.coppice.mcp;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.json.JsonBody;
import dev.coppice.json.JsonInput;
import dev.coppice.json.RawJson;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The members of a JSON object by name, in their order. Nested objects and arrays are kept as JSON. Immutable.
 *
 * @param values the value of each member
 */
record Members(Map<String, Value> values) {
    static final Members NONE = new Members(Map.of());

    /**
     * Maximum number of members of one object. A member takes some hundred bytes of memory, even if its JSON is short.
     * Without the limit, a body with millions of short members would take many times its own size in memory. The
     * objects of the protocol have far fewer members.
     */
    static final int MAX_MEMBERS = 1000;

    /**
     * The types of JSON values. A whole number is an {@code INTEGER}; one with a fraction or an exponent is a
     * {@code NUMBER}.
     */
    enum Type {
        STRING,
        INTEGER,
        NUMBER,
        BOOLEAN,
        NULL,
        ARRAY,
        OBJECT
    }

    /**
     * The value of one member.
     *
     * @param type type of the value
     * @param text the text of a string; the JSON of any other scalar; null for an array or object
     * @param json the value as the client wrote it; the array must not be modified
     */
    record Value(Type type, String text, byte[] json) {}

    Members {
        values = Collections.unmodifiableMap(values);
    }

    /**
     * Reads a document that must be one JSON object. Throws 400 {@code malformed} if it is not JSON, is not an object,
     * is nested too deeply, or contains a member of the outermost object twice. Throws 422 {@code invalid} if a text
     * contains a lone surrogate (half of a UTF-16 surrogate pair), if a nested object contains a name twice, or if the
     * outermost object has more than {@value #MAX_MEMBERS} members.
     */
    static Members of(byte[] json) {
        var in = JsonInput.of(json);
        var values = new LinkedHashMap<String, Value>();
        in.document(name -> {
            if (values.size() == MAX_MEMBERS) {
                throw new Problem(Code.INVALID, "An object must not have more than " + MAX_MEMBERS + " members.");
            }
            values.put(name, value(in));
        });
        return new Members(values);
    }

    private static Value value(JsonInput in) {
        var type = type(in);
        var json = in.slice(Code.INVALID);
        return new Value(type, type == Type.ARRAY || type == Type.OBJECT ? null : in.json(), json);
    }

    private static Type type(JsonInput in) {
        if (in.atString()) {
            return Type.STRING;
        }
        if (in.atObject() || in.atArray()) {
            return in.atObject() ? Type.OBJECT : Type.ARRAY;
        }
        if (in.isNull() || in.atBoolean()) {
            return in.isNull() ? Type.NULL : Type.BOOLEAN;
        }
        return in.atInteger() ? Type.INTEGER : Type.NUMBER;
    }

    /** Returns the members as a JSON object. */
    byte[] toJson() {
        return JsonBody.object(out -> {
            for (var member : values.entrySet()) {
                out.writeFieldName(member.getKey());
                RawJson.write(out, member.getValue().json());
            }
        });
    }

    Set<String> names() {
        return values.keySet();
    }

    /** Returns the value of a member; null if it is missing or JSON null. */
    Value get(String name) {
        var value = values.get(name);
        return value == null || value.type() == Type.NULL ? null : value;
    }

    private Value get(String name, Type type) {
        var value = get(name);
        return value == null || value.type() != type ? null : value;
    }

    /** Returns the text of a member; null if the member is missing or not a string. */
    String text(String name) {
        var value = get(name, Type.STRING);
        return value == null ? null : value.text();
    }

    /**
     * Returns the number in a member; {@code defaultValue} if the member is missing or not a number.
     * {@link ArgumentCheck} must have accepted the number: it is whole and fits into an int, though it may be written
     * as {@code 10.0}.
     */
    int number(String name, int defaultValue) {
        var value = get(name);
        boolean isNumber = value != null && (value.type() == Type.INTEGER || value.type() == Type.NUMBER);
        return isNumber ? new BigDecimal(value.text()).intValueExact() : defaultValue;
    }

    /** True if the member is JSON true; false if it is missing or anything else. */
    boolean flag(String name) {
        var value = get(name, Type.BOOLEAN);
        return value != null && value.text().equals("true");
    }

    /**
     * Returns the members of the object that a member contains; {@link #NONE} if the member is missing or not an
     * object. Throws the errors of {@link #of}.
     */
    Members object(String name) {
        var value = get(name, Type.OBJECT);
        return value == null ? NONE : of(value.json());
    }

    /** True if the member with this name is an object. */
    boolean hasObject(String name) {
        return get(name, Type.OBJECT) != null;
    }

    /** Returns the JSON of a member as the client wrote it; null if it is missing or JSON null. */
    byte[] json(String name) {
        var value = get(name);
        return value == null ? null : value.json();
    }
}
