package dev.coppice.format;

import java.util.ArrayList;
import java.util.List;

/**
 * The tool calls and results of one message whose counterpart is in another message. A result answers a call in an
 * earlier message, and a call is answered in a later message. A call with its result in the same message is not
 * included. Malformed parts are ignored.
 *
 * @param results ids of the calls that are answered by results in this message, in document order; an id may occur
 *     twice
 * @param calls ids of the calls in this message that have no result in it; an id may occur twice
 */
public record ToolUse(List<String> results, List<String> calls) {
    /** The value for a message that contains neither a call nor a result whose counterpart is in another message. */
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
        return ParsedMessage.mayHaveTools(message) ? of(ParsedMessage.of(message)) : NONE;
    }

    private static ToolUse of(ParsedMessage message) {
        var results = new ArrayList<String>();
        var open = new OpenCalls<String>();
        for (var mark : ToolMark.of(message)) {
            if (!mark.isResult()) {
                if (mark.callId() != null) {
                    open.open(mark.callId(), mark.callId());
                }
            } else if (open.close(mark.callId()).isEmpty()) {
                results.add(mark.callId());
            }
        }
        return results.isEmpty() && open.isEmpty() ? NONE : new ToolUse(results, open.closeAll());
    }
}
