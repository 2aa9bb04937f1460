package dev.coppice.background;

import dev.coppice.RecentMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The queue of {@link ModelJobs}: jobs wait for a limited number of workers (threads), first come, first served. A job
 * that waits is not added again. A job that is added while it runs is queued again when it has ended, so that it never
 * runs on two workers. A job can be paused until a time; until then it is not accepted. Times are milliseconds of a
 * monotonic clock. Thread-safe.
 *
 * @param <J> a job; two equal ones are the same job
 */
final class JobQueue<J> {
    /**
     * Maximum number of waiting jobs, and of paused jobs. If as many jobs wait, no other job is accepted. If as many
     * are paused, pausing another one ends the pause that began first.
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
     * Adds a job. Ignores it if an equal job waits, if it is paused, or if {@link #MAX} jobs wait.
     *
     * @param now the current time
     * @return true if the caller must start another worker, which calls {@link #take} until it returns empty
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
     * Returns the next job for a worker, which must call {@link #done} after it; empty if no job waits. A worker that
     * gets empty must end, because it is not counted any more.
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
     * Records that a job returned by {@link #take} has ended, successfully or not. If it was added again while it ran,
     * it is queued again.
     */
    synchronized void done(J job) {
        if (running.remove(job)) {
            waiting.add(job);
        }
    }

    /** Records that the worker which {@link #add} asked for was not started. */
    synchronized void workerRejected() {
        workers--;
    }

    /** Makes {@link #add} ignore a job until the given time. */
    void pause(J job, long until) {
        pausedUntil.put(job, until);
    }

    boolean isPaused(J job, long now) {
        var until = pausedUntil.get(job);
        return until != null && until - now > 0;
    }
}
