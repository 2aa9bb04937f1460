package dev.coppice.background;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Work that a timer repeats. An exception or error in one iteration is logged and does not end the timer; the next
 * iteration tries again, for example after the database was unreachable. Of successive failures only the first one is
 * logged, and then the first success. Not thread-safe: one timer runs it.
 */
public final class PeriodicTask implements Runnable {
    private static final Logger LOG = Logger.getLogger(PeriodicTask.class.getName());

    private final String name;
    private final Runnable work;
    private boolean failing;

    /** @param name name of the task in the log, for example {@code Sweep of runs} */
    public PeriodicTask(String name, Runnable work) {
        this.name = name;
        this.work = work;
    }

    /** Creates a task whose iteration repeats a step as long as the step returns true. */
    public static PeriodicTask ofSteps(String name, BooleanSupplier step) {
        return new PeriodicTask(name, () -> {
            while (step.getAsBoolean()) {
                // Nothing in the body: the condition runs the step.
            }
        });
    }

    /**
     * Schedules the iterations, each after the given pause (the first one too). To stop, cancel the returned future.
     */
    public ScheduledFuture<?> every(Duration pause, ScheduledExecutorService executor) {
        long millis = pause.toMillis();
        return executor.scheduleWithFixedDelay(this, millis, millis, TimeUnit.MILLISECONDS);
    }

    @Override
    public void run() {
        try {
            work.run();
            if (failing) {
                LOG.log(Level.INFO, "{0} works again", name);
            }
            failing = false;
        } catch (RuntimeException | Error e) {
            if (!failing) {
                LOG.log(Level.WARNING, name + " failed; it is repeated until it works", e);
            }
            failing = true;
        }
    }
}
