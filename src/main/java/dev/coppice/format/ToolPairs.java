package dev.coppice.format;

import java.util.ArrayList;
import java.util.List;

/**
 * The tool calls and results of a conversation, paired. Contains only calls and results that are in different messages.
 * A result belongs to the latest earlier call with the same id that has no result yet. Lists are unmodifiable.
 *
 * @param pairs calls with results, in the order of the results
 * @param waiting calls without a result
 * @param orphans results without a call
 */
public record ToolPairs(List<Pair> pairs, List<Single> waiting, List<Single> orphans) {
    /**
     * A call and its result.
     *
     * @param callId id of the call
     * @param call index of the message with the call
     * @param result index of the message with the result; greater than {@code call}
     */
    public record Pair(String callId, int call, int result) {}

    /**
     * A call without a result, or a result without a call.
     *
     * @param callId id of the call
     * @param message index of the message that contains it
     */
    public record Single(String callId, int message) {}

    public ToolPairs {
        pairs = List.copyOf(pairs);
        waiting = List.copyOf(waiting);
        orphans = List.copyOf(orphans);
    }

    /**
     * Pairs the calls and results of the messages on one path, in time linear in the number of calls and results.
     *
     * @param messages calls and results of each message, oldest message first; the first message has the index 0
     */
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
