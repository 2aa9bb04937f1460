package dev.coppice.format;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Cuts the values of one JSON document into slices, token by token and without decoding them. Nothing here is recursive
 * over the data. Not thread-safe.
 */
final class SliceReader {
    private final byte[] bytes;
    private final int base;
    private final JsonParser in;

    /** @param base number of the byte at which the parser's input begins */
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

    /** The name of the current member. */
    String name() throws IOException {
        return in.currentName();
    }

    /** Number of the first byte of the current value. */
    int from() {
        return base + (int) in.currentTokenLocation().getByteOffset();
    }

    /** Number of the byte after the object or array that was just read. */
    int to() {
        return base + (int) in.currentLocation().getByteOffset();
    }

    /** The current value; the reader is then at its last token. */
    JsonSlice value() throws IOException {
        int from = from();
        switch (in.currentToken()) {
            case START_OBJECT, START_ARRAY -> {
                in.skipChildren();
                return new JsonSlice(bytes, from, to());
            }
            case VALUE_STRING -> {
                return new JsonSlice(bytes, from, endOfString(from));
            }
            default -> {
                return new JsonSlice(bytes, from, from + in.getTextLength());
            }
        }
    }

    /** Cheaper than having the parser decode the string. */
    private int endOfString(int from) throws IOException {
        int at = from + 1;
        while (at < bytes.length && bytes[at] != '"') {
            at += bytes[at] == '\\' ? 2 : 1;
        }
        if (at >= bytes.length) {
            throw new EOFException("The string has no end.");
        }
        return at + 1;
    }

    /**
     * The members of the object whose first token is the current one.
     *
     * @param opened names of members that are objects whose members are read in the same pass
     */
    JsonMembers members(Set<String> opened) throws IOException {
        var members = new JsonMembers();
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            var name = in.currentName();
            boolean open = in.nextToken() == JsonToken.START_OBJECT && opened.contains(name);
            members.add(name, open ? object(Set.of()) : value());
        }
        return members;
    }

    /** The object whose first token is the current one, with its members; see {@link #members}. */
    JsonSlice object(Set<String> opened) throws IOException {
        int from = from();
        var members = members(opened);
        return new JsonSlice(bytes, from, to(), members);
    }

    /** The items of the array whose first token is the current one. */
    List<JsonSlice> items() throws IOException {
        var items = new ArrayList<JsonSlice>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
            items.add(value());
        }
        return items;
    }
}
