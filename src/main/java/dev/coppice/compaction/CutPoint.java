package dev.coppice.compaction;

import dev.coppice.agent.CompactionSpec;
import dev.coppice.format.ToolPairs;
import dev.coppice.format.ToolUse;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Chooses the cut of a compaction: the middle of the history, which a summary replaces. The middle begins after a
 * protected head and ends before a protected tail, and never separates a tool call from its result; for that, head and
 * tail may grow, but never shrink. {@link VisibleHistory#shorten} then shortens the middle to
 * {@code coppice.compaction.max-bytes}, and {@link CompactionPlans} reads the result; nothing else changes the cut.
 * Pure; linear in the history and its tool calls. The same history always has the same cut. After its middle was
 * summarized, a history has no new middle until messages are added.
 *
 * @param protectHead number of messages at the beginning that are kept; summaries at the end of the head are summarized
 *     again nevertheless
 * @param tailTokenBudget tokens of messages at the end that are kept
 * @param minTailMessages number of messages at the end that are kept, even if they exceed {@code tailTokenBudget}
 */
public record CutPoint(int protectHead, long tailTokenBudget, int minTailMessages) {
    /**
     * Maximum number of consecutive messages that are checked for calls without result. Some agents never store
     * results, so that all calls of their sessions stay open.
     */
    private static final int MAX_PARALLEL = 128;

    /**
     * A message of the history.
     *
     * @param tokens tokens of the message
     * @param synthetic true for the summary of an earlier compaction
     * @param tools the message's tool calls and results
     */
    public record Item(long tokens, boolean synthetic, ToolUse tools) {}

    /**
     * Returns the cut point for the settings of an agent, in which each option that is not null replaces the setting of
     * the same name.
     */
    public static CutPoint of(CompactionSpec spec, CompactOptions options) {
        return new CutPoint(
                Objects.requireNonNullElse(options.protectHead(), spec.protectHead()),
                Objects.requireNonNullElse(options.tailTokenBudget(), spec.tailTokenBudget()),
                Objects.requireNonNullElse(options.minTailMessages(), spec.minTailMessages()));
    }

    /**
     * Returns the range to summarize, before it is shortened to {@code coppice.compaction.max-bytes}; or the reason why
     * there is nothing to summarize.
     *
     * @param history the history with earlier summaries in place of compacted ranges, oldest message first
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
        // Summaries directly before the range are included: they become the previous summary.
        while (head > 0 && history.get(head - 1).synthetic()) {
            head--;
        }
        boolean isNew = history.subList(head, tail).stream().anyMatch(item -> !item.synthetic());
        return isNew ? new Cut.Middle(head, tail - 1) : Cut.Nothing.NOTHING_NEW;
    }

    /**
     * Returns the first tool call that a summary of a range would separate from its result: one of the two is in the
     * range and the other is not, or the range lies between them. Empty for every range that {@link #cut} returns.
     *
     * @param from index of the first message of the range
     * @param to index of the last message of the range
     */
    public static Optional<ToolPairs.Pair> firstSplitPair(List<Item> history, int from, int to) {
        return pairs(history).pairs().stream()
                .filter(pair -> isCrossed(pair, from) || isCrossed(pair, to + 1))
                .findFirst();
    }

    /**
     * Returns the index of the last message in a range after which a summary can end without separating a call from its
     * result; {@code from - 1} if there is none. Linear in the history.
     *
     * @param from index of the first message of the range; no call before it may have its result in the range
     * @param to index of the last message of the range
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

    /**
     * True if a boundary lies between a call and its result.
     *
     * @param boundary index of the message directly after the boundary
     */
    private static boolean isCrossed(ToolPairs.Pair pair, int boundary) {
        return pair.call() < boundary && boundary <= pair.result();
    }

    private static ToolPairs pairs(List<Item> history) {
        return ToolPairs.of(history.stream().map(Item::tools).toList());
    }

    /**
     * Returns the index of the first message after the protected head. The head begins with {@code protectHead}
     * messages and grows until it contains the results of all its calls.
     *
     * @param size number of messages in the history
     */
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

    /**
     * Returns the index of the first message of the protected tail. The tail begins with the messages within
     * {@code tailTokenBudget}, at least {@code minTailMessages}, and the calls at the end that wait for their results;
     * it grows until it contains the calls of all its results.
     */
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
     * Returns the index of the first message at the end of the history whose calls still wait for their results; the
     * size of the history if there is none. Skips messages at the end that contain only results, then reads the
     * consecutive messages with calls before them, because parallel calls may be in separate messages.
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
