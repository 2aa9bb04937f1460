package dev.coppice.background;

import java.util.function.BooleanSupplier;

/**
 * Repeats a step of background work if its transaction failed because of another transaction. Implemented by
 * {@code db.ConflictRetry}, which knows the errors of the databases; this package does not use {@code db}.
 */
public interface StepRetry {
    /**
     * Runs a step, which begins and ends a transaction of its own, and returns its result. Repeats it a few times if it
     * fails because of another transaction. Throws the exception of the last attempt, and any other exception at once.
     */
    boolean run(BooleanSupplier step);
}
