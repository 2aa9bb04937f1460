package dev.coppice.background;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Work that is repeated with a pause between two iterations. Each iteration is a step of a {@link BackgroundTask}. If
 * an iteration throws an exception, the failure is logged, and the next iteration tries again. Two iterations never run
 * at the same time. Created by {@link BackgroundTasks#periodic}.
 */
public final class PeriodicTask implements Runnable {
    private static final Logger LOG = Logger.getLogger(PeriodicTask.class.getName());

    private final BackgroundTask task;
    private final Runnable work;

    PeriodicTask(BackgroundTask task, Runnable work) {
        this.task = task;
        this.work = work;
    }

    /** Returns work that calls {@code step} repeatedly until it returns false, or throws an exception. */
    public static Runnable repeating(BooleanSupplier step) {
        return () -> {
            while (step.getAsBoolean()) {
                // the condition does the work
            }
        };
    }

    /**
     * Starts the iterations, with a pause before each of them, also before the first. Cancelling the returned future
     * ends them.
     */
    public ScheduledFuture<?> every(Duration pause, ScheduledExecutorService executor) {
        return startAfter(pause, pause, executor);
    }

    /**
     * Starts the iterations: the first one immediately, the others after a pause each. Cancelling the returned future
     * ends them.
     */
    public ScheduledFuture<?> nowAndEvery(Duration pause, ScheduledExecutorService executor) {
        return startAfter(Duration.ZERO, pause, executor);
    }

    private ScheduledFuture<?> startAfter(Duration delay, Duration pause, ScheduledExecutorService executor) {
        return executor.scheduleWithFixedDelay(this, delay.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Schedules one additional iteration after a delay.
     *
     * @throws RejectedExecutionException if the executor has been shut down
     */
    public void onceAfter(Duration delay, ScheduledExecutorService executor) {
        executor.schedule(this, delay.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Runs one additional iteration on a thread of the executor, and waits until it has ended, at most for
     * {@code limit}. For the last work before the server stops; nothing is logged if the time does not suffice.
     */
    public void onceWithin(Duration limit, ExecutorService executor) {
        try {
            executor.submit(this).get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException | ExecutionException | RejectedExecutionException e) {
            LOG.log(Level.FINE, "The last iteration of a task did not end in time", e);
        }
    }

    /** Runs an iteration on this thread. If another iteration is running, waits for its end first. Never throws. */
    @Override
    public synchronized void run() {
        task.attempt(work);
    }
}
