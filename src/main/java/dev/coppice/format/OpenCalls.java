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
 * The open tool calls of one conversation, that is, the calls that have no result yet. Several open calls may have the
 * same id, because some models use the same ids in every turn. Opening or closing a call takes constant time. Not
 * thread-safe.
 *
 * @param <T> type of the value that is stored with each call
 */
public final class OpenCalls<T> {
    private final Map<String, Deque<T>> calls = new LinkedHashMap<>();

    public void open(String callId, T call) {
        calls.computeIfAbsent(callId, id -> new ArrayDeque<>()).push(call);
    }

    /**
     * Removes the latest open call with this id, and returns the value stored with it; empty if no call with the id is
     * open.
     */
    public Optional<T> close(String callId) {
        return close(callId, Deque::removeFirst);
    }

    /**
     * Removes the earliest open call with this id, and returns the value stored with it; empty if no call with the id
     * is open. Use this method for the calls of one model response: their results have the same order as the calls.
     */
    public Optional<T> closeFirst(String callId) {
        return close(callId, Deque::removeLast);
    }

    private Optional<T> close(String callId, Function<Deque<T>, T> take) {
        var open = calls.get(callId);
        if (open == null) {
            return Optional.empty();
        }
        var call = take.apply(open);
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

    /**
     * Removes all open calls, and returns the values stored with them; empty if there are none. Calls with the same id
     * are adjacent, the earliest first. The ids are in the order in which they became open.
     */
    public List<T> closeAll() {
        var all = new ArrayList<T>();
        calls.values().forEach(open -> open.descendingIterator().forEachRemaining(all::add));
        calls.clear();
        return all;
    }
}
