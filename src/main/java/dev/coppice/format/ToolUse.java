package dev.coppice.format;

import java.util.ArrayList;
import java.util.List;

/**
 * What a message needs of others for its calls of tools: the results in it answer calls above it, its calls wait for
 * results below it. A call that has its result in the same message needs nothing. Knows the shapes of the AI SDK
 * (messages of its UI and of its models), OpenAI (chat, and items of responses as parts), Anthropic and AgentScope; what
 * is malformed is no call.
 *
 * @param results ids of the calls whose results stand here, in their order; an id may stand twice
 * @param calls ids of the calls that stand here without a result; an id may stand twice
 */
public record ToolUse(List<String> results, List<String> calls) {
    /** Of a message that needs nothing. */
    public static final ToolUse NONE = new ToolUse(List.of(), List.of());

    public ToolUse {
        results = List.copyOf(results);
        calls = List.copyOf(calls);
    }

    /** Reads a stored message; linear in its length, most are not even parsed. */
    public static ToolUse of(byte[] message) {
        return Outline.mayHaveTools(message) ? of(Outline.of(message)) : NONE;
    }

    private static ToolUse of(Outline outline) {
        var results = new ArrayList<String>();
        var open = new OpenCalls<String>();
        for (var mark : outline.marks()) {
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
