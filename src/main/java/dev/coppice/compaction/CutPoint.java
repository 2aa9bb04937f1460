package dev.coppice.compaction;

import dev.coppice.agent.CompactionSpec;
import dev.coppice.format.ToolPairs;
import dev.coppice.format.ToolUse;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Finds the middle of a history, which is to be summarised: behind a head, before a tail, with no call of a tool parted
 * from its result. Head and tail may be greater than they must be, never smaller. Pure, linear in the history and its
 * calls; the same history has the same cut, and one that was cut so has nothing to cut before something is added.
 *
 * @param protectHead messages at the beginning that stay; a summary that stands last among them is renewed nevertheless
 * @param tailTokenBudget tokens at the end that stay
 * @param minTailMessages messages at the end that stay whatever they cost
 */
public record CutPoint(int protectHead, long tailTokenBudget, int minTailMessages) {
    /** Messages with calls of one turn; where nobody stores results, whole conversations are calls that wait. */
    private static final int MAX_PARALLEL = 128;

    /**
     * A message of the visible history.
     *
     * @param synthetic true for a summary, which stands for messages that are not in the history
     */
    public record Item(long tokens, boolean synthetic, ToolUse tools) {}

    public static CutPoint of(CompactionSpec spec) {
        return new CutPoint(spec.protectHead(), spec.tailTokenBudget(), spec.minTailMessages());
    }

    /** @param history what a reader of the path sees, the oldest first */
    public Cut cut(List<Item> history) {
        if (history.size() <= (long) protectHead + minTailMessages) {
            return Cut.Nothing.TOO_FEW_MESSAGES;
        }
        var pairs = pairs(history);
        int head = behindHead(pairs, history.size());
        int tail = tail(pairs, history);
        if (head >= tail) {
            return Cut.Nothing.EMPTY_MIDDLE;
        }
        // The summary just before the middle is the one to go on with.
        while (head > 0 && history.get(head - 1).synthetic()) {
            head--;
        }
        boolean isNew = history.subList(head, tail).stream().anyMatch(item -> !item.synthetic());
        return isNew ? new Cut.Middle(head, tail - 1) : Cut.Nothing.NOTHING_NEW;
    }

    /**
     * The first call that a summary of a range would part from its result: one of them within and the other one without, or
     * the range between them. Empty for what {@link #cut} finds.
     *
     * @param from number of the first message in the history
     * @param to number of the last one, itself included
     */
    public static Optional<ToolPairs.Pair> separates(List<Item> history, int from, int to) {
        return pairs(history).pairs().stream()
                .filter(pair -> isCrossed(pair, from) || isCrossed(pair, to + 1))
                .findFirst();
    }

    /**
     * The last message of a range behind which a summary may end without parting a call from its result; linear.
     *
     * @param from number of the first message, before which no call waits for a result
     * @param to number of the last one
     * @return {@code from - 1} when there is none
     */
    static int lastWhole(List<Item> history, int from, int to) {
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

    /** The first message behind the head, which grows by the results of its calls. */
    private int behindHead(ToolPairs pairs, int size) {
        var lastResult = new int[size];
        pairs.pairs().forEach(pair -> lastResult[pair.call()] = Math.max(lastResult[pair.call()], pair.result()));
        int behind = protectHead;
        for (int i = 0; i < behind; i++) {
            if (lastResult[i] >= behind) {
                behind = lastResult[i] + 1;
            }
        }
        return behind;
    }

    /** The first message of the tail, which grows by the calls of its results. */
    private int tail(ToolPairs pairs, List<Item> history) {
        var firstCall = new int[history.size()];
        Arrays.fill(firstCall, history.size());
        pairs.pairs().forEach(pair -> firstCall[pair.result()] = Math.min(firstCall[pair.result()], pair.call()));
        int tail = Math.min(withinBudget(history), firstWaiting(pairs, history));
        for (int i = history.size() - 1; i >= tail; i--) {
            tail = Math.min(tail, firstCall[i]);
        }
        return tail;
    }

    private int withinBudget(List<Item> history) {
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
     * The first message whose calls are being answered at the end of the history: results are still to come. Parallel calls
     * may stand in messages of their own.
     */
    private static int firstWaiting(ToolPairs pairs, List<Item> history) {
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
