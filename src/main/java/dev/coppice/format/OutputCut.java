package dev.coppice.format;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Truncates a JSON object or array to about a given number of characters of names and values; it stays an object or
 * array. Strings are truncated first, then members and items are left out. A truncated string ends with {@code …
 * [truncated N chars]}, a truncated array with an item {@code … [truncated N items]}, and a truncated object with a
 * member {@code "__truncated": N}. A value nested deeper than {@value #MAX_DEPTH} levels is replaced by such a string.
 * The member {@code type}, which names the kind of a block, is never truncated. For one value; not thread-safe.
 */
final class OutputCut {
    private static final int MAX_DEPTH = 8;
    private static final int MAX_TYPE = 64;

    /** Characters counted for the punctuation of a name or value: two quotes, and a colon or comma. */
    private static final int SIGNS = 4;

    private static final String MARK = "__truncated";

    /** An object or array that is being copied and whose end was not reached yet. */
    private static final class Frame {
        final boolean object;
        long leftOut;
        boolean marked;
        int items;
        int blocks;
        boolean typed;

        Frame(boolean object) {
            this.object = object;
        }
    }

    private final JsonParser in;
    private final JsonGenerator out;
    private final Deque<Frame> frames = new ArrayDeque<>();
    private int left;
    private boolean cut;

    private OutputCut(JsonParser in, JsonGenerator out, int characters) {
        this.in = in;
        this.out = out;
        this.left = characters;
    }

    /**
     * Returns the truncated JSON; empty if the JSON is short enough.
     *
     * @param json an object or array
     * @param characters number of characters to keep
     */
    static Optional<String> of(String json, int characters) {
        var text = new StringWriter();
        try (var in = JsonSlice.JSON.createParser(json);
                var out = JsonSlice.JSON.createGenerator(text)) {
            var cut = new OutputCut(in, out, characters);
            cut.copy();
            if (!cut.cut) {
                return Optional.empty();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Optional.of(text.toString());
    }

    private void copy() throws IOException {
        for (var token = in.nextToken(); token != null; token = in.nextToken()) {
            if (token.isStructEnd()) {
                end();
            } else if (token == JsonToken.FIELD_NAME) {
                member();
            } else if (!frames.isEmpty() && left <= 0) {
                leaveOut();
            } else {
                item();
                value(false);
            }
        }
    }

    private void item() {
        if (!frames.isEmpty()) {
            frames.peek().items++;
            left--;
        }
    }

    private void leaveOut() throws IOException {
        in.skipChildren();
        frames.peek().leftOut++;
        cut = true;
    }

    private void member() throws IOException {
        var frame = frames.peek();
        var name = in.currentName();
        in.nextToken();
        boolean type = name.equals("type") && in.hasToken(JsonToken.VALUE_STRING) && in.getTextLength() <= MAX_TYPE;
        frame.typed |= type;
        left -= type ? 0 : name.length() + SIGNS;
        if (!type && left <= 0) {
            leaveOut();
            return;
        }
        frame.marked |= name.equals(MARK);
        out.writeFieldName(name);
        value(type);
    }

    private void value(boolean free) throws IOException {
        switch (in.currentToken()) {
            case START_OBJECT, START_ARRAY -> start();
            case VALUE_STRING -> string(free);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
                left -= in.getTextLength();
                out.writeNumber(in.getText());
            }
            default -> {
                left -= in.getTextLength();
                out.copyCurrentEvent(in);
            }
        }
    }

    private void string(boolean free) throws IOException {
        var text = in.getText();
        if (free) {
            out.writeString(text);
            return;
        }
        left -= 2;
        if (text.length() <= left) {
            out.writeString(text);
        } else {
            out.writeString(Truncation.shortened(text, Math.max(0, left)));
            cut = true;
        }
        left -= text.length();
    }

    private void start() throws IOException {
        if (frames.size() == MAX_DEPTH) {
            int from = (int) in.currentTokenLocation().getCharOffset();
            in.skipChildren();
            int to = (int) in.currentLocation().getCharOffset();
            out.writeString("… [truncated " + (to - from) + " chars]");
            left -= 2;
            cut = true;
            return;
        }
        left -= 2;
        boolean object = in.hasToken(JsonToken.START_OBJECT);
        frames.push(new Frame(object));
        if (object) {
            out.writeStartObject();
        } else {
            out.writeStartArray();
        }
    }

    private void end() throws IOException {
        var frame = frames.pop();
        if (frame.object) {
            if (frame.leftOut > 0 && !frame.marked) {
                out.writeNumberField(MARK, frame.leftOut);
            }
            out.writeEndObject();
            if (!frames.isEmpty() && frame.typed) {
                frames.peek().blocks++;
            }
            return;
        }
        if (frame.leftOut > 0) {
            leftOut("… [truncated " + frame.leftOut + " items]", frame.blocks > 0 && frame.blocks == frame.items);
        }
        out.writeEndArray();
    }

    /**
     * Writes the marker for items that were left out. In an array of blocks, the marker is a text block too.
     *
     * @param mark text of the marker
     * @param block true for an array of blocks
     */
    private void leftOut(String mark, boolean block) throws IOException {
        if (!block) {
            out.writeString(mark);
            return;
        }
        out.writeStartObject();
        out.writeStringField("type", "text");
        out.writeStringField("text", mark);
        out.writeEndObject();
    }
}
