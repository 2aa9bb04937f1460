package dev.coppice.support;

import java.time.Duration;
import java.util.concurrent.Callable;

/** Waiting for a condition with a bound, instead of sleeping and hoping. */
public final class Await {

    private static final long PAUSE_MILLIS = 50;

    private Await() {}

    /** Returns once the condition holds; fails, naming what was waited for, when it does not within the bound. */
    public static void until(String what, Duration bound, Callable<Boolean> condition) {
        var end = System.nanoTime() + bound.toNanos();
        Exception last = null;
        do {
            try {
                if (condition.call()) {
                    return;
                }
                last = null;
            } catch (Exception e) {
                last = e;
            }
            pause();
        } while (System.nanoTime() < end);
        throw new AssertionError("Waited " + bound + " in vain for: " + what, last);
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting", e);
        }
    }
}
