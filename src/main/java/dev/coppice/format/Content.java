package dev.coppice.format;

import java.util.List;

/** One piece of content for a model, independent of the format in which it was stored. Immutable. */
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
     * The stored JSON of a piece of content. A writer of the same format copies it verbatim, including members that
     * only this format has.
     */
    record Source(MessageFormat format, JsonSlice json) {}

    /** Returns the stored JSON; null if every format must write the content anew. */
    default Source source() {
        return null;
    }

    /** True if a writer of this format can copy the stored JSON verbatim. */
    default boolean isStoredAs(MessageFormat format) {
        return source() != null && source().format() == format;
    }

    record Text(String text, Source source) implements Content {
        Text(String text) {
            this(text, null);
        }
    }

    /** @param signature Anthropic's signature of its own reasoning; null if there is none */
    record Reasoning(String text, String signature, Source source) implements Content {}

    /** Output of a tool that is JSON, not text. */
    record Json(String json) implements Content {}

    /**
     * @param id null if the call has no id
     * @param tool name of the tool; null if the call does not name it
     * @param input arguments as JSON
     */
    record Call(String id, String tool, String input, Source source) implements Content {}

    /**
     * @param output texts, files and JSON
     * @param failed true if the tool failed
     */
    record Result(String callId, List<Content> output, boolean failed, Source source) implements Content {
        public Result {
            output = List.copyOf(output);
        }
    }

    /** A call with its result. After {@link CallPairing}, calls and results occur only in pairs. */
    record Pair(Call call, Result result) implements Content {}

    /**
     * A part that other formats cannot represent: UI data of the AI SDK, a citation source, or a part of an unknown
     * type.
     */
    record Aside(String type, Source source) implements Content {}

    /** Start of a new model call within a message of the AI SDK. */
    record Step() implements Content {
        static final Step START = new Step();
    }
}
