package dev.coppice.format;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A member of an object or an item of an array in a tool's output, with the number of characters that it needs if the
 * output is truncated. Characters are UTF-16 units of names and values, plus the quotes, colons and commas around them.
 * Immutable.
 *
 * @param name name of the member; null for an item of an array
 * @param value the value
 * @param fixed characters of the name and of the punctuation around the value
 * @param need characters of the value's shortest form, in which long texts are replaced by marks and arrays are empty.
 *     An object or array that is nested too deeply is replaced by a mark; {@code need} and {@code size} are then
 *     {@link #TRUNCATED}
 * @param size characters of the whole value
 * @param isType true for a short text member {@code type}, as content blocks have it: it is never truncated, and
 *     {@code fixed}, {@code need} and {@code size} are 0
 * @param isBlock true for a content block, that is, an object with a member {@code type}; false for an object that is
 *     nested too deeply
 */
record OutputItem(String name, JsonSlice value, int fixed, int need, int size, boolean isType, boolean isBlock) {
    /**
     * Number of characters counted for a long text in its shortest form: two quotes around the mark
     * {@code … [truncated N chars]}, where N has up to ten digits.
     */
    static final int TRUNCATED = 32;

    /**
     * Maximum number of levels of nested objects and arrays in a truncated output. More levels would leave few of the
     * characters for values.
     */
    static final int MAX_DEPTH = 8;

    /**
     * Maximum number of items of one object or array that are read. Further items are left out, which saves memory:
     * each needs at least two characters, and an output is truncated to only {@value Truncation#OUTPUT_CHARACTERS}
     * characters.
     */
    private static final int MAX_ITEMS = 1000;

    private static final int MAX_TYPE = 64;

    /** Number of characters around a name: its quotes, a colon and a comma. */
    private static final int NAME_SIGNS = 4;

    private static final int BRACKETS = 2;

    /**
     * The first items of an object or array, in document order.
     *
     * @param list the items that were read
     * @param more number of the remaining items, which are not in the list
     */
    record Items(List<OutputItem> list, long more) {}

    /**
     * Reads the members of an object or the items of an array in a tool's output.
     *
     * @param container the object or array
     * @param depth level of nesting of the object or array; 1 for the whole output
     */
    static Items of(JsonSlice container, int depth) {
        try (var json = container.parser()) {
            return read(container.reader(json), container.isObject(), depth);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Items read(SliceReader in, boolean isObject, int depth) throws IOException {
        var list = new ArrayList<OutputItem>();
        long more = 0;
        in.next();
        in.next();
        while (!in.isAt(isObject ? JsonToken.END_OBJECT : JsonToken.END_ARRAY)) {
            var name = isObject ? in.name() : null;
            if (isObject) {
                in.next();
            }
            var value = in.value();
            if (list.size() < MAX_ITEMS) {
                list.add(of(name, value, depth));
            } else {
                more++;
            }
        }
        return new Items(list, more);
    }

    private static OutputItem of(String name, JsonSlice value, int depth) {
        var text = value.text();
        boolean isType = "type".equals(name) && text != null && text.length() <= MAX_TYPE;
        if (isType) {
            return new OutputItem(name, value, 0, 0, 0, true, false);
        }
        int fixed = name == null ? 1 : name.length() + NAME_SIGNS;
        if (text != null) {
            return new OutputItem(name, value, fixed, needOf(text.length()), text.length() + 2, false, false);
        }
        if (!value.isObject() && !value.isArray()) {
            return new OutputItem(name, value, fixed, value.length(), value.length(), false, false);
        }
        if (depth == MAX_DEPTH) {
            return new OutputItem(name, value, fixed, TRUNCATED, TRUNCATED, false, false);
        }
        var measured = new Measure(value, depth + 1);
        return new OutputItem(name, value, fixed, measured.need, measured.size, false, measured.isBlock);
    }

    /**
     * Returns the number of characters of an object or array in which nothing is truncated: the UTF-16 units of names
     * and values, and the punctuation around them.
     */
    static int sizeOf(JsonSlice container) {
        return new Measure(container, 1).size;
    }

    private static int needOf(int length) {
        return Math.min(length + 2, TRUNCATED);
    }

    /**
     * Measures one object or array by reading its tokens once: the number of characters of the whole value, the number
     * of characters of its shortest form, and whether it is a content block.
     */
    private static final class Measure {
        private final int depth;
        private int need;
        private int size;
        private boolean isBlock;

        /** Number of objects and arrays that have begun before the current token and not ended yet. */
        private int open;

        /**
         * Nesting level of the current token within a value whose content the shortest form omits: 1 directly in this
         * value, 2 in an object or array within it, and so on; 0 if the shortest form contains the current token.
         * Omitted are the content of an array, which becomes empty, and that of a value nested too deeply, which
         * becomes a text.
         */
        private int hidden;

        /**
         * Creates a measure of one value.
         *
         * @param depth level of nesting of the value; 1 for the whole output
         */
        Measure(JsonSlice value, int depth) {
            this.depth = depth;
            try (var in = value.parser()) {
                for (var token = in.nextToken(); token != null; token = in.nextToken()) {
                    add(in, token);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void add(JsonParser in, JsonToken token) throws IOException {
            if (token.isStructStart()) {
                boolean isTooDeep = depth + open > MAX_DEPTH;
                add(isTooDeep ? TRUNCATED : BRACKETS, open == 0 ? BRACKETS : 1 + BRACKETS);
                open++;
                hidden += hidden > 0 || isTooDeep || token == JsonToken.START_ARRAY ? 1 : 0;
            } else if (token.isStructEnd()) {
                open--;
                hidden = Math.max(0, hidden - 1);
            } else if (token == JsonToken.FIELD_NAME) {
                int length = in.currentName().length() + NAME_SIGNS;
                add(length, length);
                isBlock |= open == 1 && in.currentName().equals("type");
            } else {
                int length = in.getTextLength();
                boolean isText = token == JsonToken.VALUE_STRING;
                add(isText ? needOf(length) : length, 1 + (isText ? length + 2 : length));
            }
        }

        private void add(int needed, int whole) {
            need += hidden > 0 ? 0 : needed;
            size += whole;
        }
    }
}
