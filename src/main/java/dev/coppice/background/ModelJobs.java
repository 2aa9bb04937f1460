package dev.coppice.background;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Runs background jobs that call a model, each kind of job by its own instance. On each node at most {@code maxRunning}
 * jobs of the kind run at a time and up to 10,000 wait, first come, first served. Equal jobs are one job. A job that
 * failed is not accepted for a fixed time (the pause), so that a failing model is not called for every message. Jobs
 * are lost when the node stops; a later change of the session submits them again. Thread-safe.
 *
 * @param <J> a job; two equal ones are the same job. Its {@code toString} is logged and must contain ids only
 */
public final class ModelJobs<J> {
    private static final Logger LOG = Logger.getLogger(ModelJobs.class.getName());

    private final BackgroundTask task;
    private final Duration pause;
    private final Consumer<J> work;
    private final ExecutorService executor;
    private final ScheduledExecutorService timers;
    private final JobQueue<J> queue;

    /**
     * Creates the queue of a kind of job.
     *
     * @param task the kind of job, made by {@link BackgroundTasks#jobs}
     * @param maxRunning maximum number of jobs that run at a time on this node
     * @param pause time for which a job is not accepted after a failure, and delay of {@link #submitLater}
     * @param work runs a job; if it throws, the job is paused
     * @param executor runs the jobs; must have at least {@code maxRunning} threads
     * @param timers executor of the delay of {@link #submitLater}
     */
    public ModelJobs(
            BackgroundTask task,
            int maxRunning,
            Duration pause,
            Consumer<J> work,
            ExecutorService executor,
            ScheduledExecutorService timers) {
        this.task = task;
        this.pause = pause;
        this.work = work;
        this.executor = executor;
        this.timers = timers;
        this.queue = new JobQueue<>(maxRunning);
    }

    /**
     * Queues a job and returns at once. Ignores a job that already waits, is paused, or finds 10,000 jobs waiting. If
     * an equal job is running, it runs once more when that has ended.
     */
    public void submit(J job) {
        if (queue.add(job, now())) {
            try {
                executor.submit(this::work);
            } catch (RejectedExecutionException e) {
                queue.workerRejected();
                LOG.log(Level.WARNING, "No thread is free for " + task.name() + "; the next submission tries again", e);
            }
        }
    }

    /** Submits a job after a delay of the length of the pause. Ignores it if the server is stopping. */
    public void submitLater(J job) {
        try {
            timers.schedule(() -> task.attempt(() -> submit(job)), pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.log(Level.FINE, "The server stops; a job of " + task.name() + " is not repeated", e);
        }
    }

    /** Makes {@link #submit} ignore a job from now on for the length of the pause, as after a failure. */
    public void pause(J job) {
        queue.pause(job, now() + pause.toMillis());
    }

    /** True if the job failed, or was paused by {@link #pause}, less than the length of the pause ago. */
    public boolean isPaused(J job) {
        return queue.isPaused(job, now());
    }

    private void work() {
        for (var next = queue.take(); next.isPresent(); next = queue.take()) {
            try {
                run(next.get(), work);
            } finally {
                queue.done(next.get());
            }
        }
    }

    /**
     * Runs {@code otherWork} for a job now, on the caller's thread and in addition to {@code maxRunning}. If it throws,
     * the exception is logged and the job is paused; the caller gets no exception.
     */
    public void run(J job, Consumer<J> otherWork) {
        if (!task.attempt(() -> otherWork.accept(job), job)) {
            pause(job);
        }
    }

    /**
     * Returns a monotonic time in milliseconds. It differs from node to node, which does not matter: a pause holds on
     * one node only.
     */
    private static long now() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }
}
