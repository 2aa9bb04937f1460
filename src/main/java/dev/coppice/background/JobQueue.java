package dev.coppice.background;

import dev.coppice.RecentMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The state of {@link ModelJobs}: jobs that wait for a few workers, first come, first served. A job waits once, however
 * often it is added, and runs on one worker at a time; a job that is added while it runs, runs once more. A paused job is
 * not accepted. Times are milliseconds of any clock that only rises. Thread-safe.
 *
 * @param <J> a job; two equal ones are the same job
 */
final class JobQueue<J> {
    /** Beyond that, new jobs are refused and the oldest pauses are forgotten. */
    static final int MAX = 10_000;

    private final int maxWorkers;
    private final Set<J> waiting = new LinkedHashSet<>();

    /** Jobs on a worker; true for those that were added again meanwhile. */
    private final Map<J, Boolean> running = new HashMap<>();

    private final RecentMap<J, Long> pausedUntil = new RecentMap<>(MAX);
    private int workers;

    JobQueue(int maxWorkers) {
        this.maxWorkers = maxWorkers;
    }

    /**
     * Adds a job, unless it waits already, is paused, or the queue is full.
     *
     * @return true when the caller has to start another worker, which takes jobs until there is none left
     */
    synchronized boolean add(J job, long now) {
        if (isPaused(job, now) || waiting.size() >= MAX) {
            return false;
        }
        pausedUntil.remove(job);
        if (running.containsKey(job)) {
            running.put(job, true);
        } else {
            waiting.add(job);
        }
        boolean starts = workers < maxWorkers && !waiting.isEmpty();
        workers += starts ? 1 : 0;
        return starts;
    }

    /** The next job for a worker; when there is none, the worker has ended. */
    synchronized Optional<J> take() {
        var jobs = waiting.iterator();
        if (!jobs.hasNext()) {
            workers--;
            return Optional.empty();
        }
        var next = jobs.next();
        jobs.remove();
        running.put(next, false);
        return Optional.of(next);
    }

    /** Ends a job that was taken, whether it failed or not. */
    synchronized void done(J job) {
        if (running.remove(job)) {
            waiting.add(job);
        }
    }

    /** Takes back a worker that {@link #add} requested and that could not be started. */
    synchronized void workerRejected() {
        workers--;
    }

    /** Refuses a job until a time. */
    void pause(J job, long until) {
        pausedUntil.put(job, until);
    }

    boolean isPaused(J job, long now) {
        var until = pausedUntil.get(job);
        return until != null && until - now > 0;
    }
}
