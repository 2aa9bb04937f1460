package dev.coppice.format;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * A tool call that waits for its result, or a result.
 *
 * @param format the format of the part; its result has the same format
 * @param callId null for a UI part of the AI SDK that has none
 * @param member of the message that holds the part; null when the whole message is the result
 * @param part null when the whole message is the result
 */
record ToolMark(boolean isResult, MessageFormat format, String callId, String member, ParsedPart part) {
    /** The waiting calls and the results of a message, in document order; parts without the id of their call are skipped. */
    static List<ToolMark> of(ParsedMessage message) {
        var answered = message.answeredCallId();
        if (answered != null) {
            return List.of(new ToolMark(true, MessageFormat.OPENAI, answered, null, null));
        }
        var marks = new ArrayList<ToolMark>();
        var called = new HashSet<String>();
        for (var group : message.groups()) {
            var found = new ArrayList<ToolMark>();
            for (var part : group.parts()) {
                var mark = of(message, group.member(), part);
                // Some senders write a call twice: as a block and in tool_calls.
                if (mark != null && (mark.isResult || !called.contains(mark.callId))) {
                    found.add(mark);
                }
            }
            found.stream().filter(mark -> !mark.isResult).forEach(mark -> called.add(mark.callId));
            marks.addAll(found);
        }
        return marks;
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
        var format = part.toolFormat(message.name() != null);
        return new ToolMark(part.kind() == PartKind.RESULT, format, part.callId(), member, part);
    }

    /** True for a UI part of the AI SDK, where call and result are one part. */
    boolean isUi() {
        return part != null && part.kind() == PartKind.TOOL;
    }

    /** The name of the tool; empty when the part has none. */
    String tool() {
        var tool = part.tool();
        return tool == null ? "" : tool;
    }
}
