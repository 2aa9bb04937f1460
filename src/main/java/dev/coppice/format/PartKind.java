package dev.coppice.format;

import java.util.List;
import java.util.Set;

/** What a message part is, whatever the format of the message. */
enum PartKind {
    /** A text of the message. */
    TEXT,
    /** Reasoning of a model. */
    REASONING,
    /** A file: image, audio, video, document. */
    FILE,
    /** A tool call without its result. The result is another part, often in another message. */
    CALL,
    /** The result of a tool call. */
    RESULT,
    /**
     * A part about a tool in the AI SDK's UI messages: a call that also contains the output once the tool has returned.
     */
    TOOL,
    /** A part about a tool that is neither call nor result, such as a request for approval. */
    OTHER_TOOL,
    /** A part of an unknown form. It is stored and returned, but converted to no other format. */
    OTHER;

    /**
     * Beginning of the JSON escape of an ASCII character. If the bytes of a message are searched for a string, they
     * must also be searched for this beginning, because a character of the string may be written as an escape.
     */
    static final String ESCAPE = "\\u00";

    /**
     * Strings that show whether a message may contain tool calls or results. A message with a tool call or result
     * always contains at least one of them, so any other message need not be parsed. They are types of parts, names of
     * members, and the beginning of a JSON escape, in case the sender has escaped a character of the others.
     */
    static final List<String> TOOL_SIGNS = List.of("tool", "function_call", ESCAPE);

    /**
     * Strings that show whether a message may contain a tool result in a part of its own. A message with such a result
     * always contains at least one of them, or {@link #ESCAPE} if the sender has escaped a character. So any other
     * message need not be parsed. A result in the same part as its call may occur without them.
     */
    static final List<String> RESULT_SIGNS =
            List.of("tool_call_id", "tool_result", "tool-result", "function_call_output", "custom_tool_call_output");

    /** Prefix of the types of the AI SDK's UI parts: {@code tool-<name of the tool>}. */
    static final String UI_PREFIX = "tool-";

    /**
     * Types that begin with {@link #UI_PREFIX} but belong to parts of the AI SDK's model messages, not of its UI
     * messages.
     */
    static final Set<String> MODEL_PARTS =
            Set.of("tool-call", "tool-result", "tool-error", "tool-approval-request", "tool-approval-response");

    /**
     * Returns the kind of a part by its type, whatever the format of the message. An unknown type is recognized by its
     * beginning, such as {@code tool} or {@code reasoning}. Returns {@link #OTHER} if the beginning is unknown too, or
     * the type is empty. Not for strings and items of {@code tool_calls}, whose kind does not depend on a type.
     *
     * @param type the part's member {@code type}; empty if it has none
     * @param hasState true if the part has a text {@code state}, as UI parts of the AI SDK do. It decides what a type
     *     of {@link #MODEL_PARTS} means. With a state, {@code tool-call} is a UI part ({@link #TOOL}) about a tool
     *     named {@code call}. Without a state, it is a part of a model message.
     */
    static PartKind of(String type, boolean hasState) {
        return switch (type) {
            case "text", "input_text", "output_text", "refusal" -> TEXT;
            case "redacted_thinking" -> REASONING;
            case "file", "image_url", "input_image", "input_audio", "input_file" -> FILE;
            case "image", "document", "audio", "video" -> FILE;
            case "media", "image-data", "image-url", "file-data", "file-url", "image_generation_call" -> FILE;
            case "tool_use", "function_call", "custom_tool_call" -> CALL;
            case "tool_result", "function_call_output", "custom_tool_call_output" -> RESULT;
            case "tool-call" -> hasState ? TOOL : CALL;
            case "tool-result" -> hasState ? TOOL : RESULT;
            case "dynamic-tool" -> TOOL;
            default -> ofPrefix(type, hasState);
        };
    }

    private static PartKind ofPrefix(String type, boolean hasState) {
        if (type.startsWith(UI_PREFIX) && (hasState || !MODEL_PARTS.contains(type))) {
            return TOOL;
        }
        if (type.startsWith("tool") || type.startsWith("function_call")) {
            return OTHER_TOOL;
        }
        return type.startsWith("reasoning") || type.startsWith("thinking") ? REASONING : OTHER;
    }

    /** True for tool calls, tool results and other parts about tools. */
    boolean isTool() {
        return this == CALL || this == RESULT || this == TOOL || this == OTHER_TOOL;
    }
}
