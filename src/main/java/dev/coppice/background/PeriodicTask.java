package dev.coppice.background;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A {@link BackgroundTask} that a timer repeats. What an iteration throws does not end the timer; the next iteration
 * tries again, for example after the database was unreachable. Iterations never run at the same time. Created by {@link
 * BackgroundTasks#periodic}.
 */
public final class PeriodicTask implements Runnable {
    private final BackgroundTask task;
    private final Runnable work;

    PeriodicTask(BackgroundTask task, Runnable work) {
        this.task = task;
        this.work = work;
    }

    /** Returns work that repeats a step as long as the step returns true. */
    public static Runnable repeating(BooleanSupplier step) {
        return () -> {
            while (step.getAsBoolean()) {
                // the condition does the work
            }
        };
    }

    /** Starts the iterations, with a pause before each. Cancel the returned future to stop them. */
    public ScheduledFuture<?> every(Duration pause, ScheduledExecutorService executor) {
        return startAfter(pause, pause, executor);
    }

    /** Like {@link #every}, but the first iteration starts at once. */
    public ScheduledFuture<?> nowAndEvery(Duration pause, ScheduledExecutorService executor) {
        return startAfter(Duration.ZERO, pause, executor);
    }

    private ScheduledFuture<?> startAfter(Duration delay, Duration pause, ScheduledExecutorService executor) {
        return executor.scheduleWithFixedDelay(this, delay.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Runs one more iteration after a delay.
     *
     * @throws RejectedExecutionException if the executor has been shut down
     */
    public void onceAfter(Duration delay, ScheduledExecutorService executor) {
        executor.schedule(this, delay.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Runs an iteration now; waits while another one runs. Never throws. */
    @Override
    public synchronized void run() {
        task.attempt(work);
    }
}
