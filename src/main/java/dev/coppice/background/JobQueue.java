package dev.coppice.background;

import dev.coppice.RecentMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides which jobs of {@link ModelJobs} run, and when. A limited number of workers (threads) run the jobs in the
 * order of their arrival. A waiting job is not added a second time. If a job is added while it is running, it is queued
 * again when it has ended, so it never runs on two workers at once. A job can be paused; until the end of the pause,
 * the queue does not accept the job. Times are milliseconds of a monotonic clock. Thread-safe.
 *
 * @param <J> a job; two equal ones are the same job
 */
final class JobQueue<J> {
    /**
     * Maximum number of waiting jobs, and also of paused jobs; it limits the memory. If so many jobs wait, no other job
     * is accepted. If so many are paused, pausing another job ends the pause that began first.
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
     * Adds a job. Ignores the job if an equal one waits, if it is paused, or if {@link #MAX} jobs wait.
     *
     * @param now the current time, in milliseconds of a monotonic clock
     * @return true if the calling code must start another worker, which calls {@link #take} until the result is empty
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
     * Returns the next job for a worker; empty if no job waits. The worker must call {@link #done} after the job. On an
     * empty result the worker must end, because the queue no longer counts it as running.
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
     * Records that a job returned by {@link #take} has ended, with or without success. If the job was added again while
     * it ran, it is queued again, unless it is paused now: a job that is paused after a failure waits for the pause.
     *
     * @param now the current time, in milliseconds of a monotonic clock
     */
    synchronized void done(J job, long now) {
        if (running.remove(job) && !isPaused(job, now)) {
            waiting.add(job);
        }
    }

    /**
     * Records that a worker was not started, although {@link #add} had returned true. The job stays in the queue until
     * another worker takes it.
     */
    synchronized void workerRejected() {
        workers--;
    }

    /** Returns the number of waiting jobs. */
    synchronized int waiting() {
        return waiting.size();
    }

    /** Pauses a job: {@link #add} ignores it until the time {@code until}, in milliseconds of a monotonic clock. */
    void pause(J job, long until) {
        pausedUntil.put(job, until);
    }

    boolean isPaused(J job, long now) {
        var until = pausedUntil.get(job);
        return until != null && until - now > 0;
    }
}
