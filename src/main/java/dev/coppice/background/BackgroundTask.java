package dev.coppice.background;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * A kind of background work with a name. It runs the steps of the work and catches everything that they throw, errors
 * too, because an executor would end a periodic task after its first exception. Of successive failures only the first
 * is logged, and their number when the task works again, so that an outage does not fill the log. A failing task is
 * shown in {@code /health/ready}. The caller of a step decides when it is tried again. Created by {@link
 * BackgroundTasks}. Thread-safe; the steps themselves may run at the same time.
 */
public final class BackgroundTask {
    private static final Logger LOG = Logger.getLogger(BackgroundTask.class.getName());

    private final String name;

    /** Time in nanoseconds for which a failure counts; 0 if it counts until the next success. */
    private final long failureCounts;

    /** Number of failures since the last success. */
    private long failures;

    private long lastFailure;

    /** True if the first of these failures is in the log. */
    private boolean logged;

    /**
     * @param name name in the log and in {@code /health/ready}
     * @param failureCounts how long a failure counts, if steps are independent of each other: the success of one does
     *     not mean that another one works. Zero if each step repeats the same work
     */
    BackgroundTask(String name, Duration failureCounts) {
        this.name = name;
        this.failureCounts = failureCounts.toNanos();
    }

    public String name() {
        return name;
    }

    /** Runs a step now. Returns true if it succeeded, false if it threw anything. Never throws. */
    public boolean attempt(Runnable step) {
        return attempt(step, "");
    }

    /**
     * Like {@link #attempt(Runnable)}. The first failure is logged with {@code about}, for example the name of a job.
     */
    boolean attempt(Runnable step, Object about) {
        try {
            step.run();
        } catch (Throwable e) {
            failed(e, about);
            return false;
        }
        worked();
        return true;
    }

    /** Creates a timer that runs this work as a step of the task. */
    public PeriodicTask periodic(Runnable work) {
        return new PeriodicTask(this, work);
    }

    /**
     * Runs a step on another thread.
     *
     * @throws RejectedExecutionException if no thread is free
     */
    public void execute(Executor executor, Runnable step) {
        executor.execute(() -> attempt(step));
    }

    /**
     * True if the last step failed or, for independent steps, if one failed within the time for which a failure counts.
     */
    synchronized boolean isFailing() {
        return failures > 0 && (failureCounts == 0 || System.nanoTime() - lastFailure < failureCounts);
    }

    private synchronized void failed(Throwable e, Object about) {
        if (!isFailing()) {
            failures = 0;
            logged = false;
        }
        failures++;
        lastFailure = System.nanoTime();
        if (!logged) {
            var text = about.toString().isEmpty() ? "" : " (" + about + ")";
            logged = log(Level.WARNING, "The background task " + name + " failed" + text + "; it will be repeated", e);
        }
    }

    private synchronized void worked() {
        if (failures > 0 && (failureCounts == 0 || !isFailing())) {
            log(Level.INFO, "The background task " + name + " works again after " + failures + " failures", null);
            failures = 0;
            logged = false;
        }
    }

    /**
     * Writes to the log. Returns false if that was impossible, for example without memory: then the next failure is
     * logged, and meanwhile the health shows that the task fails.
     */
    private static boolean log(Level level, String text, Throwable e) {
        try {
            LOG.log(level, text, e);
            return true;
        } catch (Throwable failure) {
            return false;
        }
    }
}
