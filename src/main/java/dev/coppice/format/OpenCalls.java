package dev.coppice.format;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Calls that wait for their results. A result belongs to the last open call of its id, for some models count their calls
 * from nought at every turn. For one walk; each step costs the same, however many are open.
 */
public final class OpenCalls<T> {
    private final Map<String, Deque<T>> calls = new LinkedHashMap<>();

    public void open(String callId, T call) {
        calls.computeIfAbsent(callId, id -> new ArrayDeque<>()).push(call);
    }

    /** The call that a result answers, which is open no more; empty when there is none. */
    public Optional<T> close(String callId) {
        return close(callId, Deque::removeFirst);
    }

    /** As {@link #close}, where all that are open were made at once: results come in the order of the calls. */
    public Optional<T> closeFirst(String callId) {
        return close(callId, Deque::removeLast);
    }

    private Optional<T> close(String callId, Function<Deque<T>, T> which) {
        var open = calls.get(callId);
        if (open == null) {
            return Optional.empty();
        }
        var call = which.apply(open);
        if (open.isEmpty()) {
            calls.remove(callId);
        }
        return Optional.of(call);
    }

    public boolean isOpen(String callId) {
        return calls.containsKey(callId);
    }

    public boolean isEmpty() {
        return calls.isEmpty();
    }

    /** All that are open, which they are no more; the calls of one id stand together. */
    public List<T> closeAll() {
        var all = new ArrayList<T>();
        calls.values().forEach(open -> open.descendingIterator().forEachRemaining(all::add));
        calls.clear();
        return all;
    }
}
