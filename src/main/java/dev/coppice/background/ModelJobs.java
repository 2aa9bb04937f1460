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
 * Runs background jobs that call a model. On each node at most {@code maxRunning} jobs run at a time and up to 10,000
 * wait, first come, first served. Equal jobs are one job. A job that failed is refused for a fixed time (the pause), so
 * that a failing model is not called for every message. Each kind of job has its own instance and its own threads,
 * because a model call may take minutes and must not delay other work. Jobs are lost when the node stops; the next
 * change of the session submits them again. Thread-safe.
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
     * @param task task of this kind of job, made by {@link BackgroundTasks#jobs}
     * @param pause length of the pause after a failure, and delay of {@link #submitLater}
     * @param work runs a job; if it throws, the job is paused
     * @param executor executor with at least {@code maxRunning} threads
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
     * Queues a job, unless it already waits or is paused after a failure. A job that is running runs once more
     * afterwards.
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

    /** Submits a job after a delay that equals the pause after a failure. */
    public void submitLater(J job) {
        try {
            timers.schedule(() -> task.attempt(() -> submit(job)), pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.log(Level.FINE, "The server stops; a job of " + task.name() + " is not repeated", e);
        }
    }

    /** Refuses a job from now on, as after a failure: until the pause is over. */
    public void pause(J job) {
        queue.pause(job, now() + pause.toMillis());
    }

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
     * Runs other work for a job now, on the caller's thread. As in the background, what it throws is logged and pauses
     * the job; the caller gets no exception.
     */
    public void run(J job, Consumer<J> otherWork) {
        if (!task.attempt(() -> otherWork.accept(job), job)) {
            pause(job);
        }
    }

    /**
     * Returns a monotonic time in milliseconds. Pauses apply to this node only, so they need no clock shared by all
     * nodes.
     */
    private static long now() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }
}
