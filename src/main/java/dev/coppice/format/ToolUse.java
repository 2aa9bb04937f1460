package dev.coppice.format;

import java.util.ArrayList;
import java.util.List;

/**
 * How the tool calls and results of one message depend on other messages: its results answer calls in earlier messages, its
 * calls wait for results in later ones. A call whose result is in the same message depends on nothing. Malformed parts are
 * neither calls nor results.
 *
 * @param results ids of the calls whose results are in the message, in document order; an id may occur twice
 * @param calls ids of the calls without a result in the message; an id may occur twice
 */
public record ToolUse(List<String> results, List<String> calls) {
    /** Tool use of a message that depends on no other one. */
    public static final ToolUse NONE = new ToolUse(List.of(), List.of());

    public ToolUse {
        results = List.copyOf(results);
        calls = List.copyOf(calls);
    }

    /** Derives the tool use of a stored message. Linear in its length; most messages are not even parsed. */
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
