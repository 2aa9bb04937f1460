package dev.coppice.compaction;

import dev.coppice.agent.CompactionSpec;
import dev.coppice.format.ToolPairs;
import dev.coppice.format.ToolUse;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Finds the middle of a history, which a compaction summarizes: after a head, before a tail, and without separating a tool
 * call from its result. For that, head and tail may grow, but never shrink. Pure; linear in the history and its tool calls.
 * The same history has the same cut, and a history that was cut there has no middle until messages are added.
 *
 * @param protectHead messages at the beginning that stay; a summary that is the last of them is renewed nevertheless
 * @param tailTokenBudget tokens at the end that stay
 * @param minTailMessages messages at the end that stay, whatever they cost
 */
public record CutPoint(int protectHead, long tailTokenBudget, int minTailMessages) {
    /** Bound of parallel call messages: where an agent never stores results, all calls of a session stay open. */
    private static final int MAX_PARALLEL = 128;

    /**
     * A message of the visible history.
     *
     * @param synthetic true for the summary of an earlier compaction
     */
    public record Item(long tokens, boolean synthetic, ToolUse tools) {}

    public static CutPoint of(CompactionSpec spec) {
        return new CutPoint(spec.protectHead(), spec.tailTokenBudget(), spec.minTailMessages());
    }

    /**
     * Finds the middle.
     *
     * @param history the visible history, oldest first
     */
    public Cut cut(List<Item> history) {
        if (history.size() <= (long) protectHead + minTailMessages) {
            return Cut.Nothing.TOO_FEW_MESSAGES;
        }
        var pairs = pairs(history);
        int head = afterHead(pairs, history.size());
        int tail = tailStart(pairs, history);
        if (head >= tail) {
            return Cut.Nothing.EMPTY_MIDDLE;
        }
        // A summary just before the middle is the previous one.
        while (head > 0 && history.get(head - 1).synthetic()) {
            head--;
        }
        boolean isNew = history.subList(head, tail).stream().anyMatch(item -> !item.synthetic());
        return isNew ? new Cut.Middle(head, tail - 1) : Cut.Nothing.NOTHING_NEW;
    }

    /**
     * The first tool call that a summary of a range would separate from its result: one is in the range and the other is
     * not, or the range lies between them. Empty for every range that {@link #cut} finds.
     *
     * @param from index of the first message in the history
     * @param to index of the last message, inclusive
     */
    public static Optional<ToolPairs.Pair> firstSplitPair(List<Item> history, int from, int to) {
        return pairs(history).pairs().stream()
                .filter(pair -> isCrossed(pair, from) || isCrossed(pair, to + 1))
                .findFirst();
    }

    /**
     * The last message of a range after which a summary may end without separating a call from its result. Linear.
     *
     * @param from index of the first message; no call before it has its result in the range
     * @param to index of the last message, inclusive
     * @return its index, or {@code from - 1} when there is none
     */
    static int lastValidEnd(List<Item> history, int from, int to) {
        var open = new int[history.size()];
        for (var pair : pairs(history).pairs()) {
            open[pair.call()]++;
            open[pair.result()]--;
        }
        int crossed = 0;
        int whole = from - 1;
        for (int i = 0; i <= to; i++) {
            crossed += open[i];
            whole = crossed == 0 && i >= from ? i : whole;
        }
        return whole;
    }

    /** True when the boundary before a message lies between a call and its result. */
    private static boolean isCrossed(ToolPairs.Pair pair, int boundary) {
        return pair.call() < boundary && boundary <= pair.result();
    }

    private static ToolPairs pairs(List<Item> history) {
        return ToolPairs.of(history.stream().map(Item::tools).toList());
    }

    /** Index of the first message after the head, which grows by the results of its calls. */
    private int afterHead(ToolPairs pairs, int size) {
        var lastResult = new int[size];
        pairs.pairs().forEach(pair -> lastResult[pair.call()] = Math.max(lastResult[pair.call()], pair.result()));
        int after = protectHead;
        for (int i = 0; i < after; i++) {
            if (lastResult[i] >= after) {
                after = lastResult[i] + 1;
            }
        }
        return after;
    }

    /** Index of the first message of the tail, which grows by the calls of its results. */
    private int tailStart(ToolPairs pairs, List<Item> history) {
        var firstCall = new int[history.size()];
        Arrays.fill(firstCall, history.size());
        pairs.pairs().forEach(pair -> firstCall[pair.result()] = Math.min(firstCall[pair.result()], pair.call()));
        int tail = Math.min(budgetStart(history), firstOpenCall(pairs, history));
        for (int i = history.size() - 1; i >= tail; i--) {
            tail = Math.min(tail, firstCall[i]);
        }
        return tail;
    }

    private int budgetStart(List<Item> history) {
        int tail = history.size();
        long tokens = 0;
        while (tail > 0) {
            tokens += history.get(tail - 1).tokens();
            if (tokens > tailTokenBudget && history.size() - tail >= minTailMessages) {
                return tail;
            }
            tail--;
        }
        return tail;
    }

    /**
     * Index of the first message with open calls at the end of the history: their results will still be appended. Parallel
     * calls may be messages of their own.
     */
    private static int firstOpenCall(ToolPairs pairs, List<Item> history) {
        int caller = history.size() - 1;
        while (caller > 0 && isAnswer(history.get(caller).tools())) {
            caller--;
        }
        var waiting = pairs.waiting().stream().map(ToolPairs.Single::message).collect(Collectors.toSet());
        int first = history.size();
        int most = Math.max(0, caller + 1 - MAX_PARALLEL);
        for (; caller >= most && !history.get(caller).tools().calls().isEmpty(); caller--) {
            first = waiting.contains(caller) ? caller : first;
        }
        return first;
    }

    private static boolean isAnswer(ToolUse tools) {
        return !tools.results().isEmpty() && tools.calls().isEmpty();
    }
}
