package dev.coppice.background;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Work that a timer repeats. Exceptions and errors of an iteration are logged and do not end the timer; the next
 * iteration tries again, for example after the database was unreachable. Of successive failures only the first is
 * logged, and the recovery after them. For one thread at a time.
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
                // the condition does the work
            }
        });
    }

    /** Starts the iterations, with a pause before each. Cancel the returned future to stop them. */
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
