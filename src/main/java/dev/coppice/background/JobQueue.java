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
 * afterwards. A job can be paused until a time; until then it is refused. Times are milliseconds of a monotonic clock.
 * Thread-safe.
 *
 * @param <J> a job; two equal ones are the same job
 */
final class JobQueue<J> {
    /**
     * Maximum number of waiting jobs, and of paused jobs. If it is reached, a further job is refused, and a further
     * pause ends the oldest one.
     */
    static final int MAX = 10_000;

    private final int maxWorkers;
    private final Set<J> waiting = new LinkedHashSet<>();

    /** The running jobs. The value is true if the job was added again while it ran. */
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

    /**
     * Returns the next job for a worker, or empty if no job waits. A worker that gets empty must end; it is no longer
     * counted.
     */
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

    /**
     * Records that a job returned by {@link #take} has ended, successful or not. If it was added again while it ran, it
     * is queued again.
     */
    synchronized void done(J job) {
        if (running.remove(job)) {
            waiting.add(job);
        }
    }

    /** Uncounts the worker that {@link #add} requested, because it could not be started. */
    synchronized void workerRejected() {
        workers--;
    }

    /** Makes {@link #add} refuse a job until the given time. */
    void pause(J job, long until) {
        pausedUntil.put(job, until);
    }

    boolean isPaused(J job, long now) {
        var until = pausedUntil.get(job);
        return until != null && until - now > 0;
    }
}
