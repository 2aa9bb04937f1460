package dev.coppice.format;

import java.util.ArrayList;
import java.util.List;

/**
 * Ids of the tool calls and results in one message. A call is left out together with its result if both are in this
 * message. Malformed parts are ignored.
 *
 * @param results ids of the calls that are answered by results in this message, in document order; an id may occur
 *     twice
 * @param calls ids of the calls in this message that have no result in this message; an id may occur twice
 */
public record ToolUse(List<String> results, List<String> calls) {
    /** The value for a message for which both lists are empty. */
    public static final ToolUse NONE = new ToolUse(List.of(), List.of());

    public ToolUse {
        results = List.copyOf(results);
        calls = List.copyOf(calls);
    }

    /**
     * Finds the tool calls and results of a stored message. Parses the message only if it may contain any. Takes time
     * linear in the message's length.
     */
    public static ToolUse of(byte[] message) {
        return ToolMark.mayBeIn(message) ? of(ParsedMessage.of(message)) : NONE;
    }

    private static ToolUse of(ParsedMessage message) {
        var results = new ArrayList<String>();
        var open = new OpenCalls<String>();
        for (var mark : ToolMark.of(message)) {
            if (mark.callId() == null) {
                continue;
            }
            if (!mark.isResult()) {
                open.open(mark.callId(), mark.callId());
            } else if (open.close(mark.callId()).isEmpty()) {
                results.add(mark.callId());
            }
        }
        return results.isEmpty() && open.isEmpty() ? NONE : new ToolUse(results, open.closeAll());
    }
}
