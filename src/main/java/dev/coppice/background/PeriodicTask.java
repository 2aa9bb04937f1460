package dev.coppice.background;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Something that a timer does again and again. A failure, for example a database that is away, is told once, and tried
 * again at the next turn; so is the end of it. For one thread at a time.
 */
public final class PeriodicTask implements Runnable {
    private static final Logger LOG = Logger.getLogger(PeriodicTask.class.getName());

    private final String name;
    private final Runnable work;
    private boolean failing;

    /** @param name what fails, as a log says it */
    public PeriodicTask(String name, Runnable work) {
        this.name = name;
        this.work = work;
    }

    /** A turn that goes on as long as a step says that there is more. */
    public static PeriodicTask ofSteps(String name, BooleanSupplier step) {
        return new PeriodicTask(name, () -> {
            while (step.getAsBoolean()) {
                // as long as there is more
            }
        });
    }

    /** Runs it again and again, with a pause before each turn; whoever wants no more of it cancels what is answered. */
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
        } catch (RuntimeException e) {
            if (!failing) {
                LOG.log(Level.WARNING, name + " fails and is tried again at every turn", e);
            }
            failing = true;
        }
    }
}
