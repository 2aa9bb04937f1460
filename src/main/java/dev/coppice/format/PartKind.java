package dev.coppice.format;

import java.util.List;
import java.util.Set;

/** What a part of a message is to the conversation. */
enum PartKind {
    /** Text that somebody said. */
    TEXT,
    /** The model's reasoning. */
    REASONING,
    /** A file: image, audio, video, document. */
    FILE,
    /** A tool call; its result is another part, often of another message. */
    CALL,
    /** The result of a tool call. */
    RESULT,
    /** A tool part of the AI SDK's UI: a call, and its output once it has one. */
    TOOL,
    /** Something else about a tool, such as a request for approval. */
    OTHER_TOOL,
    /** A part of an unknown form. */
    OTHER;

    /**
     * Every message with a tool call or result contains one of these strings: part of a type or member name, or a JSON
     * escape that may hide one. A message without them need not be parsed to find its tool calls.
     */
    static final List<String> TOOL_SIGNS = List.of("tool", "function_call", "\\u00");

    /** Every message with a result in a part or message separate from its call contains one of these strings. */
    static final List<String> RESULT_SIGNS =
            List.of("tool_call_id", "tool_result", "tool-result", "function_call_output");

    /** UI parts of the AI SDK have the type {@code tool-<name of the tool>}. */
    static final String UI_PREFIX = "tool-";

    /** Types of parts in the AI SDK's model messages, which only look like those of UI parts. */
    static final Set<String> MODEL_PARTS =
            Set.of("tool-call", "tool-result", "tool-error", "tool-approval-request", "tool-approval-response");

    /**
     * The kind of a part by its type, of any format.
     *
     * @param hasState true when the part has a state, as UI parts of the AI SDK do
     */
    static PartKind of(String type, boolean hasState) {
        return switch (type) {
            case "text", "input_text", "output_text", "refusal" -> TEXT;
            case "redacted_thinking" -> REASONING;
            case "file", "image_url", "input_image", "input_audio", "input_file" -> FILE;
            case "image", "document", "audio", "video" -> FILE;
            case "tool_use", "function_call" -> CALL;
            case "tool_result", "function_call_output" -> RESULT;
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

    /** True for calls, results and everything else about tools. */
    boolean isTool() {
        return this == CALL || this == RESULT || this == TOOL || this == OTHER_TOOL;
    }
}
