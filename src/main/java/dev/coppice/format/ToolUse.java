package dev.coppice.format;

import java.util.ArrayList;
import java.util.List;

/**
 * Tool calls and results of one message whose counterpart is in another message: its results answer calls in earlier
 * messages, and its calls are answered in later ones. A call whose result is in the same message is not included.
 * Malformed parts are ignored.
 *
 * @param results ids of the calls whose results are in this message, in document order; an id may occur twice
 * @param calls ids of the calls of this message without a result in it; an id may occur twice
 */
public record ToolUse(List<String> results, List<String> calls) {
    /** Tool use of a message without calls or results whose counterpart is in another message. */
    public static final ToolUse NONE = new ToolUse(List.of(), List.of());

    public ToolUse {
        results = List.copyOf(results);
        calls = List.copyOf(calls);
    }

    /**
     * Returns the tool use of a stored message in linear time. Parses only messages that may contain calls or results.
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
