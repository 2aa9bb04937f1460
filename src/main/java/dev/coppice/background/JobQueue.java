package dev.coppice.background;

import dev.coppice.RecentMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The queue of {@link ModelJobs}: jobs wait for a limited number of workers, first come, first served. Adding a job
 * that already waits has no effect. A job runs on one worker at a time; if it is added while it runs, it runs once more
 * afterwards. A paused job is refused. Times are milliseconds of a monotonic clock. Thread-safe.
 *
 * @param <J> a job; two equal ones are the same job
 */
final class JobQueue<J> {
    /** Maximum number of waiting jobs, and of pauses. More jobs are refused; more pauses replace the oldest ones. */
    static final int MAX = 10_000;

    private final int maxWorkers;
    private final Set<J> waiting = new LinkedHashSet<>();

    /** The running jobs; the value is true if the job was added again meanwhile. */
    private final Map<J, Boolean> running = new HashMap<>();

    private final RecentMap<J, Long> pausedUntil = new RecentMap<>(MAX);
    private int workers;

    JobQueue(int maxWorkers) {
        this.maxWorkers = maxWorkers;
    }

    /**
     * Adds a job. Ignores it if an equal job is waiting, if it is paused after a failure, or if the queue is full.
     *
     * @return true if the caller must start another worker; a worker takes jobs until the queue is empty
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

    /** Returns the next job for a worker. Empty if no job waits: then the worker is no longer counted and must end. */
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

    /** Ends a job that {@link #take} returned, successful or failed. If it was added meanwhile, it waits again. */
    synchronized void done(J job) {
        if (running.remove(job)) {
            waiting.add(job);
        }
    }

    /** Call it when the worker that {@link #add} requested could not be started. */
    synchronized void workerRejected() {
        workers--;
    }

    /** Makes {@link #add} refuse a job until a time. */
    void pause(J job, long until) {
        pausedUntil.put(job, until);
    }

    boolean isPaused(J job, long now) {
        var until = pausedUntil.get(job);
        return until != null && until - now > 0;
    }
}
