package dev.coppice.format;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;

/**
 * A tool call or tool result that was found in a message. A part that contains both a call and its result has no mark.
 *
 * @param isResult true for a result, false for a call
 * @param format format of the call or result; a result that the server creates for a call gets the format of the call
 * @param callId id of the call; null for a UI part of the AI SDK without an id
 * @param member name of the message member that contains the part; null if the whole message is the result
 * @param part the part; null if the whole message is the result
 */
record ToolMark(boolean isResult, MessageFormat format, String callId, String member, ParsedPart part) {
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
