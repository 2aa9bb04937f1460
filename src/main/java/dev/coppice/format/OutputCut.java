package dev.coppice.format;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Truncates the output of a tool to about a given number of characters; names, values and punctuation count. The output
 * must be a JSON object or array, and the result is valid JSON of the same type. Short values are kept, also within
 * nested objects, and long texts share the remaining characters ({@link OutputShares}). Items are left out only if the
 * shortest forms of all items together are too long, or if an object or array has too many items to read. An object or
 * array nested deeper than {@value OutputItem#MAX_DEPTH} levels is replaced by a string with its original length. A
 * short member {@code type}, which names the kind of a content block, is never truncated. Takes time linear in the
 * output's length. For one output; not thread-safe.
 *
 * <p>Marks show what is missing. At the end of a truncated string is the mark {@code … [truncated N chars]}, where N is
 * the string's original length. A truncated array ends with an item {@code … [truncated N items]}, an object without
 * some of its members with a member {@code "__truncated": N}; there, N is the number of the missing items or members.
 */
final class OutputCut {
    private static final String MARK = "__truncated";

    /**
     * A piece of the output that is still to be written: a value, or the end of an object or array. All such pieces are
     * on a stack, the next one on top.
     */
    private sealed interface Step {}

    /**
     * A value that is still to be written.
     *
     * @param name name of the member, or null for an item of an array and for the output itself
     * @param json the value
     * @param characters maximum number of characters of the truncated value
     * @param depth level of nesting, 1 for the output itself
     */
    private record Value(String name, JsonSlice json, int characters, int depth) implements Step {}

    /**
     * The end of an object or array, which is still to be written.
     *
     * @param isObject true for an object, false for an array
     * @param leftOut number of items that are left out, for the mark; 0 to write no mark
     * @param blockType type of the text block that contains the mark; null to write the mark as a string
     */
    private record End(boolean isObject, long leftOut, String blockType) implements Step {}

    private final JsonGenerator out;
    private final Deque<Step> steps = new ArrayDeque<>();
    private boolean isCut;

    private OutputCut(JsonGenerator out) {
        this.out = out;
    }

    /**
     * Returns the truncated JSON; empty if the JSON needs no truncation.
     *
     * @param json an object or array
     * @param characters number of characters (UTF-16 units) to which the JSON is truncated; the result may be a little
     *     longer
     */
    static Optional<String> of(JsonSlice json, int characters) {
        if (OutputItem.sizeOf(json) <= characters) {
            return Optional.empty();
        }
        var text = new StringWriter();
        try (var out = JsonSlice.JSON.createGenerator(text)) {
            var cut = new OutputCut(out);
            cut.write(json, characters);
            out.flush();
            // The size is estimated to within a few characters, so the value may fit as it is.
            return cut.isCut ? Optional.of(text.toString()) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(JsonSlice json, int characters) throws IOException {
        steps.push(new Value(null, json, characters, 1));
        while (!steps.isEmpty()) {
            var step = steps.pop();
            if (step instanceof Value value) {
                value(value);
            } else if (step instanceof End end) {
                end(end);
            }
        }
    }

    private void value(Value value) throws IOException {
        if (value.name() != null) {
            out.writeFieldName(value.name());
        }
        var json = value.json();
        if (json.isString()) {
            string(json.text(), value.characters());
        } else if (!json.isObject() && !json.isArray()) {
            out.writeRawValue(json.json());
        } else if (value.depth() > OutputItem.MAX_DEPTH) {
            isCut = true;
            out.writeString(Truncation.mark(json.json().length()));
        } else {
            if (json.isObject()) {
                out.writeStartObject();
            } else {
                out.writeStartArray();
            }
            pushItems(value);
        }
    }

    private void string(String text, int characters) throws IOException {
        boolean fits = text.length() + 2 <= Math.max(characters, OutputItem.TRUNCATED);
        isCut |= !fits;
        out.writeString(fits ? text : Truncation.shortened(text, Math.max(0, characters - OutputItem.TRUNCATED)));
    }

    /**
     * Pushes on the stack: the end of an object or array, and above it those of its items that are kept. Items that are
     * left out are not pushed.
     */
    private void pushItems(Value value) {
        boolean isObject = value.json().isObject();
        var items = OutputItem.of(value.json(), value.depth());
        var shares = OutputShares.of(items, isObject, value.characters());
        var kept = IntStream.range(0, shares.length)
                .filter(i -> shares[i] != OutputShares.LEFT_OUT)
                .boxed()
                .toList();
        var keptItems = kept.stream().map(items.list()::get).toList();
        boolean isMarked = keptItems.stream().anyMatch(item -> MARK.equals(item.name()));
        long missing = items.more() + shares.length - kept.size();
        isCut |= missing > 0;
        long leftOut = isMarked ? 0 : missing;
        steps.push(new End(isObject, leftOut, isObject || leftOut == 0 ? null : blockType(keptItems)));
        for (int n = kept.size() - 1; n >= 0; n--) {
            var item = keptItems.get(n);
            steps.push(new Value(item.name(), item.value(), shares[kept.get(n)], value.depth() + 1));
        }
    }

    /**
     * Returns the type of a text block that fits among the items of an array. Returns null if not all of these items
     * are content blocks, or if there are none.
     */
    private static String blockType(List<OutputItem> items) {
        if (items.isEmpty() || !items.stream().allMatch(OutputItem::isBlock)) {
            return null;
        }
        return FilesInOutput.textType(
                String.valueOf(items.get(0).value().members().text("type")));
    }

    private void end(End end) throws IOException {
        if (end.isObject()) {
            if (end.leftOut() > 0) {
                out.writeNumberField(MARK, end.leftOut());
            }
            out.writeEndObject();
            return;
        }
        if (end.leftOut() > 0) {
            leftOut("… [truncated " + end.leftOut() + " items]", end.blockType());
        }
        out.writeEndArray();
    }

    /**
     * Writes a text in place of the items of an array that were left out. If the array's items are content blocks, the
     * text is written as such a block too.
     *
     * @param mark the text, which says how many items are missing
     * @param blockType type of the block; null if the items are no content blocks
     */
    private void leftOut(String mark, String blockType) throws IOException {
        if (blockType == null) {
            out.writeString(mark);
            return;
        }
        out.writeStartObject();
        out.writeStringField("type", blockType);
        out.writeStringField("text", mark);
        out.writeEndObject();
    }
}
