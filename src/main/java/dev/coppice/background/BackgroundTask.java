package dev.coppice.background;

import dev.coppice.metrics.Counter;
import dev.coppice.trace.Trace;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.IntSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * A named kind of background work, whose failures are logged and reported. The work consists of steps. This class runs
 * a step and catches every exception and error that the step throws, because an executor would otherwise end a periodic
 * task. Of the failures while the task is failing, only the first one is logged; the first success afterwards is logged
 * with the number of failures. So an outage does not fill the log. {@code /health/ready} names the task while it is
 * failing. A failed step is not repeated here; for a periodic task, the next iteration repeats it. Created by
 * {@link BackgroundTasks}. Thread-safe; several steps may run at the same time.
 */
public final class BackgroundTask {
    private static final Logger LOG = Logger.getLogger(BackgroundTask.class.getName());

    private final String name;

    /**
     * Time in nanoseconds for which the task counts as failing after a failure. 0 if it counts as failing until the
     * next success.
     */
    private final long failureCounts;

    private final Counter runs = new Counter();
    private final Counter allFailures = new Counter();

    /** Function that returns the number of waiting jobs; null if the task has no queue. */
    private volatile IntSupplier queue;

    /** Number of failures since the task was last not failing; see {@link #isFailing}. */
    private long failures;

    /** Value of {@code System.nanoTime()} at the last failure. */
    private long lastFailure;

    /** True if one of the {@link #failures} was logged. */
    private boolean logged;

    /**
     * Creates a task.
     *
     * @param name name in the log and in {@code /health/ready}
     * @param failureCounts how long the task counts as failing after a failure. Zero if all steps repeat the same work:
     *     the task then counts as failing until the next success. Not zero if the steps are independent, so that the
     *     success of one step does not mean that another one works.
     */
    BackgroundTask(String name, Duration failureCounts) {
        this.name = name;
        this.failureCounts = failureCounts.toNanos();
    }

    public String name() {
        return name;
    }

    /** Sets the function that returns the number of jobs that wait for this task. */
    void queue(IntSupplier waiting) {
        queue = waiting;
    }

    /** Returns the number of jobs that wait for this task; empty if the task has no queue. */
    OptionalInt waiting() {
        return queue == null ? OptionalInt.empty() : OptionalInt.of(queue.getAsInt());
    }

    /** Returns the number of steps since the start of the node, failed ones included. */
    Counter runs() {
        return runs;
    }

    /** Returns the number of steps that have failed since the start of the node. */
    Counter failures() {
        return allFailures;
    }

    /**
     * Runs a step on this thread. Returns true if it succeeded, false if it threw an exception or error. Never throws.
     */
    public boolean attempt(Runnable step) {
        return attempt(step, "");
    }

    /**
     * Runs a step on this thread. Returns true if it succeeded, false if it threw an exception or error. Never throws.
     *
     * @param step the step
     * @param about what the step works on, for example a job; its {@code toString} is logged with a failure, unless it
     *     is empty
     */
    boolean attempt(Runnable step, Object about) {
        runs.increment();
        Trace.dropInherited();
        try {
            step.run();
        } catch (Throwable e) {
            allFailures.increment();
            failed(e, about);
            return false;
        }
        worked();
        return true;
    }

    /**
     * Returns a periodic task whose iterations run {@code work} as a step of this task. No iteration is scheduled yet.
     */
    public PeriodicTask periodic(Runnable work) {
        return new PeriodicTask(this, work);
    }

    /**
     * Runs a step on a thread of the executor, and returns immediately. If the step fails, the failure is logged as
     * {@link #attempt(Runnable)} does.
     *
     * @throws RejectedExecutionException if the executor does not accept the step
     */
    public void execute(Executor executor, Runnable step) {
        executor.execute(() -> attempt(step));
    }

    /**
     * True if the task counts as failing. A task whose steps all repeat the same work is failing if its last step
     * failed. A task with independent steps is failing if a step failed within the time given to the constructor.
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
     * Writes to the log and returns true. Returns false if this failed, for example because memory was exhausted; the
     * next failure of the task is then logged instead.
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
