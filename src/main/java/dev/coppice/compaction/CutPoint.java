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
 * Chooses the messages of a history that a compaction replaces by a summary. These messages are called the middle. The
 * messages before them, the head, and the messages after them, the tail, are kept. A tool call and its result are never
 * separated: if necessary, head or tail becomes longer. {@link VisibleHistory#shorten} later shortens the middle to at
 * most {@code coppice.compaction.max-bytes}. The same history always gives the same middle. Once the middle was
 * summarized, there is no new middle until messages are added. Pure; takes time linear in the number of messages and
 * tool calls.
 *
 * @param protectHead number of messages of the head. Summaries of earlier compactions at the end of the head do not
 *     belong to it, but to the middle
 * @param tailTokenBudget maximum tokens of the tail
 * @param minTailMessages minimum number of messages of the tail, even if they exceed {@code tailTokenBudget}
 */
public record CutPoint(int protectHead, long tailTokenBudget, int minTailMessages) {
    /**
     * Maximum number of messages that are kept in the tail because their tool calls still wait for results. There is a
     * limit because some agents never store results, so that all calls of their sessions wait. The limit is higher than
     * the number of parallel calls that models make.
     */
    private static final int MAX_PARALLEL = 128;

    /**
     * The properties of a message by which the range to summarize is chosen.
     *
     * @param tokens number of tokens of the message
     * @param synthetic true for the summary of an earlier compaction
     * @param tools the message's tool calls and results
     */
    public record Item(long tokens, boolean synthetic, ToolUse tools) {}

    /**
     * Returns a cut point with the values of an agent's compaction settings. An option that is not null replaces the
     * agent's value of the same name.
     */
    public static CutPoint of(CompactionSpec spec, CompactOptions options) {
        return new CutPoint(
                Objects.requireNonNullElse(options.protectHead(), spec.protectHead()),
                Objects.requireNonNullElse(options.tailTokenBudget(), spec.tailTokenBudget()),
                Objects.requireNonNullElse(options.minTailMessages(), spec.minTailMessages()));
    }

    /**
     * Returns the range of messages to summarize, or the reason why there is nothing to summarize. The range may have
     * more than {@code coppice.compaction.max-bytes}; it is shortened later.
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
     * Returns the first tool call that a summary of a range would separate from its result; empty if there is none. The
     * two are separated if only one of them is in the range, or if the range lies between them. Empty for every range
     * that {@link #cut} returns.
     *
     * @param history the messages of a path, oldest first
     * @param from index of the first message of the range, inclusive
     * @param to index of the last message of the range, inclusive
     */
    public static Optional<ToolPairs.Pair> firstSplitPair(List<Item> history, int from, int to) {
        return pairs(history).pairs().stream()
                .filter(pair -> isCrossed(pair, from) || isCrossed(pair, to + 1))
                .findFirst();
    }

    /**
     * Returns the highest index in a range at which a summary that begins at {@code from} can end without separating a
     * tool call from its result; {@code from - 1} if there is none. Takes time linear in the length of the history.
     *
     * @param from index of the first message of the range; no call before it may have its result in the range
     * @param to index of the last message of the range, inclusive
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
     * True if a tool call is before a boundary in the history and its result is not.
     *
     * @param boundary index of the first message after the boundary
     */
    private static boolean isCrossed(ToolPairs.Pair pair, int boundary) {
        return pair.call() < boundary && boundary <= pair.result();
    }

    private static ToolPairs pairs(List<Item> history) {
        return ToolPairs.of(history.stream().map(Item::tools).toList());
    }

    /**
     * Returns the index of the first message after the head, that is, after the messages that are kept at the
     * beginning. The head has {@code protectHead} messages, and more if these contain tool calls whose results come
     * later.
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
     * Returns the index of the first message of the tail, that is, of the messages that are kept at the end. The tail
     * consists of the last messages that fit into {@code tailTokenBudget}, but at least {@code minTailMessages}. It
     * also includes calls that still wait for their results, and the calls whose results are in the tail.
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
     * Looks for messages at the end of the history whose tool calls still wait for results. Returns the index of the
     * first of these messages; the size of the history if there are none. Skips the messages at the end that contain
     * results but no calls. Then looks at the consecutive messages with calls before them, because parallel calls may
     * be in separate messages.
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
