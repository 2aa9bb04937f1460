package dev.coppice.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import dev.coppice.json.JsonInput;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * One JSON value as a range of a message's bytes. The value is decoded only when a method needs it. Immutable; the byte
 * array is shared and must not be modified.
 */
final class JsonSlice {
    /**
     * Factory of JSON parsers for slices. The parsers accept all JSON that {@link JsonInput} accepts. They assume UTF-8
     * and do not detect the encoding.
     */
    static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(JsonInput.MAX_DEPTH + 64)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .streamWriteConstraints(StreamWriteConstraints.builder()
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .build())
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .build();

    private final byte[] bytes;
    private final int from;
    private final int to;
    private final JsonMembers members;

    /**
     * Creates the slice of one JSON value.
     *
     * @param bytes the whole message; it is not copied
     * @param from index of the value's first byte
     * @param to index after the value's last byte
     */
    JsonSlice(byte[] bytes, int from, int to) {
        this(bytes, from, to, null);
    }

    /**
     * Creates the slice of one JSON value.
     *
     * @param bytes the whole message; it is not copied
     * @param from index of the value's first byte
     * @param to index after the value's last byte
     * @param members the members if the value is an object that was read already; null to read them on demand
     */
    JsonSlice(byte[] bytes, int from, int to, JsonMembers members) {
        this.bytes = bytes;
        this.from = from;
        this.to = to;
        this.members = members;
    }

    /**
     * Creates a slice from a JSON text outside of a message, for example from arguments that a model wrote as a string.
     */
    static JsonSlice of(String json) {
        var bytes = json.getBytes(StandardCharsets.UTF_8);
        return new JsonSlice(bytes, 0, bytes.length);
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }

    int length() {
        return to - from;
    }

    boolean isString() {
        return startsWith('"');
    }

    boolean isObject() {
        return startsWith('{');
    }

    boolean isArray() {
        return startsWith('[');
    }

    /** True if this value is the JSON literal {@code null}. */
    boolean isNull() {
        return startsWith('n');
    }

    private boolean startsWith(char sign) {
        return from < to && bytes[from] == sign;
    }

    /** Returns a copy of the bytes of this value. */
    byte[] bytes() {
        return Arrays.copyOfRange(bytes, from, to);
    }

    /** Returns the JSON of this value exactly as it is stored. */
    String json() {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    /** Returns the decoded string; null if this value is not a string. */
    String text() {
        if (!isString()) {
            return null;
        }
        var text = new String(bytes, from + 1, to - from - 2, StandardCharsets.UTF_8);
        return text.indexOf('\\') < 0
                ? text
                : unescaped(); // the JVM searches strings faster than a loop over the bytes
    }

    private String unescaped() {
        try (var in = parser()) {
            in.nextToken();
            return in.getText();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the decoded string if this value is a string; otherwise its JSON without white space between tokens. */
    String compact() {
        if (isString()) {
            return text();
        }
        return isObject() || isArray() ? withoutBlanks() : json();
    }

    private String withoutBlanks() {
        var text = new StringWriter(to - from);
        try (var in = parser();
                var out = JSON.createGenerator(text)) {
            for (var token = in.nextToken(); token != null; token = in.nextToken()) {
                if (token.isNumeric()) {
                    out.writeNumber(in.getText());
                } else {
                    out.copyCurrentEvent(in);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /**
     * Returns the members if this value is an object. Returns no members for any other value and for a malformed
     * object.
     */
    JsonMembers members() {
        if (members != null || !isObject()) {
            return members != null ? members : JsonMembers.NONE;
        }
        try (var in = parser()) {
            in.nextToken();
            return reader(in).members(Set.of());
        } catch (IOException e) {
            return JsonMembers.NONE;
        }
    }

    /** Returns the items if this value is an array. Returns no items for any other value and for a malformed array. */
    List<JsonSlice> items() {
        if (!isArray()) {
            return List.of();
        }
        try (var in = parser()) {
            in.nextToken();
            return reader(in).items();
        } catch (IOException e) {
            return List.of();
        }
    }

    /**
     * Returns a reader of the members or items of this value. The reader returns each of them as a slice of the same
     * message.
     *
     * @param in a parser of this value, as {@link #parser} returns it; it must be closed after the use of the reader
     */
    SliceReader reader(JsonParser in) {
        return new SliceReader(bytes, from, in);
    }

    /** True if this value is a number without fraction and exponent. */
    boolean isInteger() {
        try (var in = parser()) {
            return in.nextToken() == JsonToken.VALUE_NUMBER_INT;
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns a JSON parser that reads this value only. It must be closed after use. */
    JsonParser parser() throws IOException {
        return JSON.createParser(bytes, from, to - from);
    }
}
