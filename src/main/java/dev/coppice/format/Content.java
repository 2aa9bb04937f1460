package dev.coppice.format;

import java.util.List;

/** What a message says to a model, independent of the format in which it was stored. Immutable. */
sealed interface Content
        permits Content.Text,
                Content.Reasoning,
                Content.Json,
                Content.Call,
                Content.Result,
                Content.Pair,
                Content.Aside,
                Content.Step,
                Media {
    /**
     * The part as it was stored. A writer of the same format copies it verbatim, with all members that only that format
     * knows.
     */
    record Source(MessageFormat format, JsonSlice json) {}

    /** How it was stored; null when it must be written anew in every format. */
    default Source source() {
        return null;
    }

    /** True when a writer of the format can copy it verbatim. */
    default boolean isStoredAs(MessageFormat format) {
        return source() != null && source().format() == format;
    }

    record Text(String text, Source source) implements Content {
        Text(String text) {
            this(text, null);
        }
    }

    /** @param signature by which Anthropic recognizes its own reasoning; null when there is none */
    record Reasoning(String text, String signature, Source source) implements Content {}

    /** Output of a tool that is not text. */
    record Json(String json) implements Content {}

    /**
     * @param id null when the call has none
     * @param tool name of the tool; null when the call has none
     * @param input JSON
     */
    record Call(String id, String tool, String input, Source source) implements Content {}

    /** @param output texts, files and JSON */
    record Result(String callId, List<Content> output, boolean failed, Source source) implements Content {
        public Result {
            output = List.copyOf(output);
        }
    }

    /** A call with its result. After pairing, calls and results only occur in pairs. */
    record Pair(Call call, Result result) implements Content {}

    /** Something that only its own library knows: data for a page, a source, a part of an unknown type. */
    record Aside(String type, Source source) implements Content {}

    /** Marks where the AI SDK begins a new model call within a message. */
    record Step() implements Content {
        static final Step START = new Step();
    }
}
