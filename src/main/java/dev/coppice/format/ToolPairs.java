package dev.coppice.format;

import java.util.ArrayList;
import java.util.List;

/**
 * The tool calls of a conversation paired with their results, if call and result are in different messages. A result
 * answers the latest open call with its id before it, and a call has at most one result. Linear in the number of ids.
 * Lists are unmodifiable.
 *
 * @param pairs in the order of their results
 * @param waiting calls without a result
 * @param orphans results without a call
 */
public record ToolPairs(List<Pair> pairs, List<Single> waiting, List<Single> orphans) {
    /**
     * @param call index of the message with the call
     * @param result index of the message with the result; greater than {@code call}
     */
    public record Pair(String callId, int call, int result) {}

    /** @param message index of the message with the call or result */
    public record Single(String callId, int message) {}

    public ToolPairs {
        pairs = List.copyOf(pairs);
        waiting = List.copyOf(waiting);
        orphans = List.copyOf(orphans);
    }

    /** @param messages tool use of the messages of one path, oldest first; their indexes begin at 0 */
    public static ToolPairs of(List<ToolUse> messages) {
        var open = new OpenCalls<Single>();
        var pairs = new ArrayList<Pair>();
        var orphans = new ArrayList<Single>();
        int at = 0;
        for (var message : messages) {
            int number = at++;
            for (var id : message.results()) {
                open.close(id)
                        .ifPresentOrElse(
                                call -> pairs.add(new Pair(id, call.message(), number)),
                                () -> orphans.add(new Single(id, number)));
            }
            message.calls().forEach(id -> open.open(id, new Single(id, number)));
        }
        return new ToolPairs(pairs, open.closeAll(), orphans);
    }
}
