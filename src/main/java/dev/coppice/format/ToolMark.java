package dev.coppice.format;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A tool call or tool result that was found in a message. A part that contains both a call and its result has no mark.
 * Calls of OpenAI's own tools that the client executes, such as its shell, and their outputs have marks, although
 * conversions treat them as parts of an unknown form.
 *
 * @param isResult true for a result, false for a call
 * @param format format of the call or result; a result that the server creates for a call gets the format of the call
 * @param callId id of the call; null for a UI part of the AI SDK without an id
 * @param member name of the message member that contains the part; null if the whole message is the result
 * @param part the part; null if the whole message is the result
 */
record ToolMark(boolean isResult, MessageFormat format, String callId, String member, ParsedPart part) {
    /** Suffix of the type of a call in OpenAI's Responses API that gives the type of its output. */
    static final String OUTPUT = "_output";

    private static final String LOCAL_SHELL_CALL = "local_shell_call";

    /**
     * Types of the items of OpenAI's Responses API for calls of OpenAI's own tools that the client executes. The item
     * of the output has the type of the call with {@link #OUTPUT}.
     */
    private static final Set<String> CLIENT_CALLS =
            Set.of("computer_call", LOCAL_SHELL_CALL, "shell_call", "apply_patch_call");

    /** Strings that show whether a message may contain calls or results; see {@link PartKind#TOOL_SIGNS}. */
    private static final List<String> SIGNS =
            Stream.concat(PartKind.TOOL_SIGNS.stream(), CLIENT_CALLS.stream()).toList();

    /**
     * True if a message may contain tool calls or results, and so must be parsed to find them. False if it certainly
     * contains none.
     */
    static boolean mayBeIn(byte[] message) {
        return ParsedMessage.containsAny(message, SIGNS);
    }

    /**
     * Returns the tool results in a message, and the calls whose result is not in the same part, in document order.
     * Parts without a call id are left out, except UI parts of the AI SDK.
     */
    static List<ToolMark> of(ParsedMessage message) {
        var answered = message.answeredCallId();
        if (answered != null) {
            return List.of(new ToolMark(true, MessageFormat.OPENAI, answered, null, null));
        }
        var marks = new ArrayList<ToolMark>();
        var called = new HashSet<String>();
        for (var group : message.groups()) {
            // Some senders write a call twice: as a block of {@code content} and in {@code tool_calls}.
            var found = in(message, group).stream()
                    .filter(mark -> mark.isResult || !called.contains(mark.callId))
                    .toList();
            found.stream().filter(mark -> !mark.isResult).forEach(mark -> called.add(mark.callId));
            marks.addAll(found);
        }
        return marks;
    }

    private static List<ToolMark> in(ParsedMessage message, ParsedMessage.Group group) {
        return group.parts().stream()
                .map(part -> of(message, group.member(), part))
                .filter(Objects::nonNull)
                .toList();
    }

    private static ToolMark of(ParsedMessage message, String member, ParsedPart part) {
        if (isOfClient(part)) {
            return ofClient(member, part);
        }
        boolean isMark =
                switch (part.kind()) {
                    case TOOL -> part.isWaiting();
                    case CALL, RESULT -> part.callId() != null;
                    default -> false;
                };
        if (!isMark) {
            return null;
        }
        var format = member.equals("tool_calls") ? MessageFormat.OPENAI : format(part, message.name() != null);
        return new ToolMark(part.kind() == PartKind.RESULT, format, part.callId(), member, part);
    }

    /** True for a call of one of OpenAI's own tools that the client executes, and for the output of such a call. */
    static boolean isOfClient(ParsedPart part) {
        return part.kind() == PartKind.OTHER && isOfClient(part.type());
    }

    /** True if a part of this type is a call of one of OpenAI's own tools that the client executes, or its output. */
    static boolean isOfClient(String type) {
        boolean isOutput = type.endsWith(OUTPUT);
        return CLIENT_CALLS.contains(isOutput ? type.substring(0, type.length() - OUTPUT.length()) : type);
    }

    /** Returns null if the part has no call id. Outputs of the local shell have it as their own id. */
    private static ToolMark ofClient(String member, ParsedPart part) {
        var callId = part.type().equals(LOCAL_SHELL_CALL + OUTPUT)
                ? part.members().text("call_id", "id")
                : part.members().text("call_id");
        boolean isOutput = part.type().endsWith(OUTPUT);
        return callId == null ? null : new ToolMark(isOutput, MessageFormat.OPENAI_RESPONSES, callId, member, part);
    }

    /**
     * Returns the format of a tool call or result that is a part of the message's content.
     *
     * @param isNamed true if the message has a member {@code name} for its sender, as AgentScope's messages do
     */
    private static MessageFormat format(ParsedPart part, boolean isNamed) {
        return switch (part.type()) {
            case "tool_use" -> isNamed ? MessageFormat.AGENTSCOPE : MessageFormat.ANTHROPIC;
            case "tool_result" -> part.members().text("tool_use_id") != null
                    ? MessageFormat.ANTHROPIC
                    : MessageFormat.AGENTSCOPE;
            case "function_call", "function_call_output" -> MessageFormat.OPENAI_RESPONSES;
            case "custom_tool_call", "custom_tool_call_output" -> MessageFormat.OPENAI_RESPONSES;
            default -> MessageFormat.AI_SDK;
        };
    }

    /** True for a call of one of OpenAI's own tools that the client executes, and for the output of such a call. */
    boolean isOfClient() {
        return part != null && isOfClient(part);
    }

    /** True for a UI part of the AI SDK, which contains a call and would also contain its result. */
    boolean isUi() {
        return part != null && part.kind() == PartKind.TOOL;
    }

    /** Returns the tool's name; empty if the part has none. */
    String tool() {
        var tool = part.tool();
        return tool == null ? "" : tool;
    }
}
