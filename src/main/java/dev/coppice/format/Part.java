package dev.coppice.format;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** What messages are made of, in whatever shape they were written down. Immutable. */
sealed interface Part
        permits Part.Text, Part.Reasoning, Part.Json, Part.Call, Part.Result, Part.Pair, Part.Aside, Part.Step, Media {
    /**
     * A part as it was stored: where its own shape is wanted, it can be given back as it stands, with all that others do
     * not know of it.
     */
    record Source(MessageFormat shape, String json) {
        byte[] bytes() {
            return json.getBytes(StandardCharsets.UTF_8);
        }
    }

    /** How it was stored; null when it has to be written anew in any shape. */
    default Source source() {
        return null;
    }

    /** True when it can be given back as it was stored. */
    default boolean isStoredAs(MessageFormat shape) {
        return source() != null && source().shape() == shape;
    }

    record Text(String text, Source source) implements Part {
        Text(String text) {
            this(text, null);
        }
    }

    /** @param signature by which Anthropic knows its own thoughts again, or null */
    record Reasoning(String text, String signature, Source source) implements Part {}

    /** What a tool gave back, when it is no text. */
    record Json(String json) implements Part {}

    /**
     * @param id null when it has none
     * @param input JSON
     */
    record Call(String id, String tool, String input, Source source) implements Part {}

    /** @param output texts, files and JSON */
    record Result(String callId, List<Part> output, boolean failed, Source source) implements Part {
        public Result {
            output = List.copyOf(output);
        }
    }

    /** A call with its result: after these are brought together, neither is ever without the other. */
    record Pair(Call call, Result result) implements Part {}

    /** Something that only its own library knows: data for a page, a source, a part of a type that is new. */
    record Aside(String type, Source source) implements Part {}

    /** Where the AI SDK begins a new call of the model within a message. */
    record Step() implements Part {
        static final Step START = new Step();
    }
}
