package dev.coppice.memory;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Work that waits for a few workers, in the order of the first wishes: each thing once, however often it is wished, and by
 * one worker at a time; what is wished while it is being done is done once more. What has failed is not taken for a while.
 * Thread-safe.
 *
 * @param <T> what tells one piece of work from another
 */
final class WorkQueue<T> {
    /** Beyond that new work is refused, and what is paused is forgotten. */
    static final int MAX = 10_000;

    private final int maxWorkers;
    private final Set<T> waiting = new LinkedHashSet<>();

    /** What is being done, and whether it was wished again. */
    private final Map<T, Boolean> running = new HashMap<>();

    private final Map<T, Long> pausing = new HashMap<>();
    private int workers;

    WorkQueue(int maxWorkers) {
        this.maxWorkers = maxWorkers;
    }

    /**
     * Adds a piece of work, unless it waits already, is paused at the given time, or too much waits.
     *
     * @return true when another worker is to be begun, who then takes until there is nothing left
     */
    synchronized boolean add(T work, long now) {
        var until = pausing.getOrDefault(work, 0L);
        if (until > now || waiting.size() >= MAX) {
            return false;
        }
        pausing.remove(work);
        if (running.containsKey(work)) {
            running.put(work, true);
        } else {
            waiting.add(work);
        }
        boolean more = workers < maxWorkers && !waiting.isEmpty();
        workers += more ? 1 : 0;
        return more;
    }

    /** The next piece; when there is none, the worker has ended. */
    synchronized Optional<T> take() {
        var next = waiting.stream().findFirst();
        next.ifPresentOrElse(
                work -> {
                    waiting.remove(work);
                    running.put(work, false);
                },
                () -> workers--);
        return next;
    }

    /** A piece that was taken is done, or has failed. */
    synchronized void done(T work) {
        if (running.remove(work)) {
            waiting.add(work);
        }
    }

    /** A worker could not be begun. */
    synchronized void unmanned() {
        workers--;
    }

    /** Does not take a piece of work again before a time, in epoch milliseconds. */
    synchronized void pause(T work, long until) {
        if (pausing.size() >= MAX) {
            pausing.clear();
        }
        pausing.put(work, until);
    }
}
