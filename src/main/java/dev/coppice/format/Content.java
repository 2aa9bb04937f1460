package dev.coppice.format;

import java.util.List;

/**
 * One piece of a message's content for a model, such as a text or a file, independent of the format in which it was
 * stored. Immutable.
 */
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
     * The stored JSON from which a content was read. If the conversation is converted to the same format, this JSON is
     * copied verbatim, including members that only this format has.
     *
     * @param format the format in which the message stores the content
     * @param json the JSON of the content
     * @param item the stored item of OpenAI's Responses API that is copied if all its contents are written; null if
     *     only {@code json} can be copied
     */
    record Source(MessageFormat format, JsonSlice json, Item item) {
        Source(MessageFormat format, JsonSlice json) {
            this(format, json, null);
        }
    }

    /**
     * A stored item of OpenAI's Responses API, which may have several contents. The item is copied verbatim if all its
     * contents are to be written.
     *
     * @param json the JSON of the item
     * @param size number of the item's contents
     */
    record Item(byte[] json, int size) {
        /**
         * Returns the stored item that has exactly these contents. Returns null if they come from no item or from
         * several items, or if the item has more contents. The list must not be empty.
         */
        static Item of(List<Content> contents) {
            var first = contents.get(0).source();
            var item = first == null ? null : first.item();
            return item != null
                            && item.size == contents.size()
                            && contents.stream()
                                    .allMatch(content -> content.source() != null
                                            && content.source().item() == item)
                    ? item
                    : null;
        }
    }

    /** Returns the JSON of this content as the message stores it; null if every format must write the content anew. */
    default Source source() {
        return null;
    }

    /** True if this content was stored in the given format, so that its stored JSON can be copied verbatim. */
    default boolean isStoredAs(MessageFormat format) {
        return source() != null && source().format() == format;
    }

    /**
     * A text in a message.
     *
     * @param text the text
     * @param source the stored JSON; null if the text must be written anew in every format
     */
    record Text(String text, Source source) implements Content {
        Text(String text) {
            this(text, null);
        }
    }

    /**
     * The model's reasoning, that is, the text in which it thinks before it answers.
     *
     * @param text the reasoning; blank if it is stored only in an encrypted form
     * @param signature Anthropic's signature of its own reasoning; null if there is none
     * @param source the stored JSON; null if the reasoning must be written anew in every format
     */
    record Reasoning(String text, String signature, Source source) implements Content {}

    /**
     * An output of a tool that is neither a text nor a file, for example an object or a number.
     *
     * @param json the output or item as JSON
     */
    record Json(String json) implements Content {}

    /**
     * A call of a tool by the model.
     *
     * @param id id of the call; null if it has none
     * @param tool name of the tool; null if the call does not name it
     * @param input arguments as JSON; normally an object, {@code {}} if there are none; a string for a custom tool
     * @param source the stored JSON; null if the call must be written anew in every format. If the source of a custom
     *     tool's call has no item, only the call's type is read from it, and it is not copied
     */
    record Call(String id, String tool, String input, Source source) implements Content {}

    /**
     * The result of a tool call.
     *
     * @param callId id of the call; null if the result does not name it
     * @param output what the tool returned: texts, files and JSON
     * @param failed true if the tool failed
     * @param isCustom true if the stored JSON is the output of a custom tool in OpenAI's Responses API
     * @param source the stored JSON; null if the result must be written anew in every format
     */
    record Result(String callId, List<Content> output, boolean failed, boolean isCustom, Source source)
            implements Content {
        public Result {
            output = List.copyOf(output);
        }

        /** Creates a result that is not the output of a custom tool. */
        Result(String callId, List<Content> output, boolean failed, Source source) {
            this(callId, output, failed, false, source);
        }

        /** Returns this result with another source, which may be null. */
        Result withSource(Source other) {
            return new Result(callId, output, failed, isCustom, other);
        }
    }

    /**
     * A tool call together with its result. After {@link CallPairing}, calls and results occur only in such pairs.
     *
     * @param place index of the result among the results of its step, in the order in which the tools returned them
     */
    record Pair(Call call, Result result, int place) implements Content {}

    /**
     * A part of a message that only its own format can represent. Examples are data of the AI SDK for the user
     * interface, the source of a citation, and a part of an unknown type.
     *
     * @param type the part's type; {@code unknown} if it has none
     * @param source the stored JSON; null if no format can represent the part
     */
    record Aside(String type, Source source) implements Content {}

    /**
     * Marks the start of a new model call within one message of the AI SDK. Only the writer of the AI SDK's own format
     * uses this mark.
     */
    record Step() implements Content {
        static final Step START = new Step();
    }
}
