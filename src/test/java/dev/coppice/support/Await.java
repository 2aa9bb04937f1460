package dev.coppice.support;

import java.time.Duration;
import java.util.concurrent.Callable;

/** Waits until a condition is true, up to a maximum time. Tests never sleep for a fixed time. */
public final class Await {

    private static final long FIRST_PAUSE_MILLIS = 5;
    private static final long LONGEST_PAUSE_MILLIS = 50;

    private Await() {}

    /**
     * Polls until the condition holds, first after 5 ms, then in growing pauses up to 50 ms; fails after the bound with its
     * description and last exception.
     */
    public static void until(String description, Duration bound, Callable<Boolean> condition) {
        var end = System.nanoTime() + bound.toNanos();
        Exception last = null;
        var pause = FIRST_PAUSE_MILLIS;
        do {
            try {
                if (condition.call()) {
                    return;
                }
                last = null;
            } catch (Exception e) {
                last = e;
            }
            pause(pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
        } while (System.nanoTime() < end);
        throw new AssertionError("Waited " + bound + " in vain for: " + description, last);
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting", e);
        }
    }
}
