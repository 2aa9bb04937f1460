package dev.coppice.background;

import dev.coppice.RecentMap;
import dev.coppice.trace.Trace;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Runs background jobs that call a model. Each kind of job has its own instance of this class. On each node, at most
 * {@code maxRunning} jobs of the kind run at the same time, and up to 10,000 wait, in the order of their arrival. Equal
 * jobs count as one job. After a failure, the job is paused for a fixed time, so that a failing model is not called for
 * every message. When the node stops, its jobs are lost; the next change of the session submits its job again.
 * Thread-safe.
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

    /** For each waiting job, the trace of the request that submitted it, if there was one. */
    private final RecentMap<J, Trace> causes = new RecentMap<>(JobQueue.MAX);

    /**
     * Creates an object for one kind of job, without any jobs.
     *
     * @param task the kind of job, made by {@link BackgroundTasks#jobs}
     * @param maxRunning maximum number of jobs that run at the same time on this node, inclusive
     * @param pause how long a job is not accepted after a failure; also the delay of {@link #submitLater}
     * @param work runs a job; if it throws an exception, the job is paused
     * @param executor runs the jobs; must have at least {@code maxRunning} threads
     * @param timers executor that waits for the delay of {@link #submitLater}
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
        task.queue(queue::waiting);
    }

    /**
     * Queues a job and returns immediately. Ignores the job if an equal one already waits, if it is paused, or if
     * 10,000 jobs wait. If an equal job is running, that job runs once more after its end, unless it fails.
     */
    public void submit(J job) {
        var cause = Trace.current();
        if (cause != null && !isPaused(job)) {
            causes.put(job, cause);
        }
        if (queue.add(job, now())) {
            try {
                executor.submit(this::work);
            } catch (RejectedExecutionException e) {
                queue.workerRejected();
                LOG.log(Level.WARNING, "No thread is free for " + task.name() + "; the next submission tries again", e);
            }
        }
    }

    /**
     * Submits a job after a delay, which is as long as the pause after a failure. Does nothing if the server is
     * stopping.
     */
    public void submitLater(J job) {
        try {
            timers.schedule(() -> task.attempt(() -> submit(job)), pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.log(Level.FINE, "The server stops; a job of " + task.name() + " is not repeated", e);
        }
    }

    /** Pauses a job as after a failure: {@link #submit} ignores it for the length of the pause. */
    public void pause(J job) {
        queue.pause(job, now() + pause.toMillis());
    }

    /** True if the job is paused now, because of a failure or of {@link #pause}. */
    public boolean isPaused(J job) {
        return queue.isPaused(job, now());
    }

    private void work() {
        for (var next = queue.take(); next.isPresent(); next = queue.take()) {
            var job = next.get();
            try {
                Trace.run(causes.remove(job), () -> run(job, work));
            } finally {
                queue.done(job, now());
            }
        }
    }

    /**
     * Runs {@code otherWork} for a job immediately, on this thread, even if the job is paused or {@code maxRunning}
     * jobs are running. If {@code otherWork} throws an exception, the exception is logged and the job is paused; this
     * method throws nothing.
     */
    public void run(J job, Consumer<J> otherWork) {
        if (!task.attempt(() -> otherWork.accept(job), job)) {
            pause(job);
        }
    }

    /**
     * Returns the current time of this node's monotonic clock, in milliseconds. The clocks of two nodes have different
     * origins; times are never compared between nodes.
     */
    private static long now() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }
}
