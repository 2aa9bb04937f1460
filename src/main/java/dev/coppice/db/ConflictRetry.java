package dev.coppice.db;

import dev.coppice.background.StepRetry;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Repeats transactions that failed because of other transactions. Thread-safe. */
@ApplicationScoped
public class ConflictRetry implements StepRetry {
    private static final Logger LOG = Logger.getLogger(ConflictRetry.class.getName());
    private static final int TRIES = 5;
    private static final int PAUSE_MILLIS = 20;

    /**
     * Runs work that begins and ends a transaction of its own, and returns its result. If the transaction fails because
     * of another one (conflict, deadlock or duplicate key, {@link DatabaseErrors#isRetryable}), repeats it: up to five
     * attempts in all, with a random pause of up to 80 milliseconds before each repetition. Throws the exception of the
     * last attempt, and any other exception at once. Must not be called within a transaction, because only a
     * transaction that the work begins can be repeated.
     */
    public static <T> T repeat(Supplier<T> work) {
        for (int attempt = 1; ; attempt++) {
            try {
                return work.get();
            } catch (RuntimeException e) {
                if (attempt == TRIES || !DatabaseErrors.isRetryable(e)) {
                    throw e;
                }
                LOG.log(Level.FINE, "A transaction failed because of another one, and is repeated", e);
                pause(attempt);
            }
        }
    }

    private static void pause(int attempt) {
        try {
            Thread.sleep(ThreadLocalRandom.current().nextInt(attempt * PAUSE_MILLIS) + 1L);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Runs a step as {@link #repeat} does. */
    @Override
    public boolean run(BooleanSupplier step) {
        return repeat(step::getAsBoolean);
    }
}
