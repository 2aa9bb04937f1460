package dev.coppice.format;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Reads one JSON document as slices (ranges of its bytes), token by token, without decoding the values. Uses loops
 * instead of recursion, so deep nesting is harmless. Not thread-safe.
 */
final class SliceReader {
    private final byte[] bytes;
    private final int base;
    private final JsonParser in;

    /**
     * Creates a reader.
     *
     * @param bytes the bytes that contain the document
     * @param base index of the parser's first byte in {@code bytes}
     * @param in parser of the document
     */
    SliceReader(byte[] bytes, int base, JsonParser in) {
        this.bytes = bytes;
        this.base = base;
        this.in = in;
    }

    JsonToken next() throws IOException {
        return in.nextToken();
    }

    boolean isAt(JsonToken token) {
        return in.hasToken(token);
    }

    /** Returns the name of the reader's current object member. */
    String name() throws IOException {
        return in.currentName();
    }

    /**
     * Returns the index of the first byte of the reader's current value, in the byte array that was passed to the
     * constructor.
     */
    int from() {
        return base + (int) in.currentTokenLocation().getByteOffset();
    }

    /**
     * Returns the index after the last byte of the object or array that was read last, in the byte array that was
     * passed to the constructor.
     */
    int to() {
        return base + (int) in.currentLocation().getByteOffset();
    }

    /** Returns the reader's current value as a slice, and moves the reader to the token after this value. */
    JsonSlice value() throws IOException {
        int from = from();
        if (!in.currentToken().isStructStart()) {
            in.nextToken();
            return new JsonSlice(bytes, from, endOfScalar());
        }
        in.skipChildren();
        var value = new JsonSlice(bytes, from, to());
        in.nextToken();
        return value;
    }

    /**
     * Returns the index after the string, number or literal before the reader's current token. Only white space and a
     * comma are between the two. So no byte of a long string is read here: the parser has already skipped it.
     */
    private int endOfScalar() {
        boolean isEnd = in.currentToken().isStructEnd();
        int end = isEnd ? to() - 1 : from();
        while (bytes[end - 1] <= ' ' && bytes[end - 1] >= 0 || bytes[end - 1] == ',') {
            end--;
        }
        return end;
    }

    /**
     * Reads the members of an object. The reader must be at the object's first token; afterwards it is at the last one.
     *
     * @param opened names of members whose value may be an object; the members of such an object are read in the same
     *     pass
     */
    JsonMembers members(Set<String> opened) throws IOException {
        var members = new JsonMembers();
        in.nextToken();
        while (in.hasToken(JsonToken.FIELD_NAME)) {
            var name = in.currentName();
            boolean open = in.nextToken() == JsonToken.START_OBJECT && opened.contains(name);
            members.add(name, open ? object(Set.of()) : value());
        }
        return members;
    }

    /**
     * Reads an object and returns it together with its members. The reader must be at the object's first token;
     * afterwards it is at the token after the object.
     *
     * @param opened names of members whose value may be an object; the members of such an object are read in the same
     *     pass
     */
    JsonSlice object(Set<String> opened) throws IOException {
        int from = from();
        var members = members(opened);
        var object = new JsonSlice(bytes, from, to(), members);
        in.nextToken();
        return object;
    }

    /**
     * Reads the items of an array; empty if it has none. The reader must be at the array's first token; afterwards it
     * is at the last one.
     */
    List<JsonSlice> items() throws IOException {
        var items = new ArrayList<JsonSlice>();
        in.nextToken();
        while (!in.hasToken(JsonToken.END_ARRAY)) {
            items.add(value());
        }
        return items;
    }
}
