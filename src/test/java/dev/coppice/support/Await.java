package dev.coppice.support;

import java.time.Duration;
import java.util.concurrent.Callable;

/** Waits until a condition is true, up to a maximum time. Tests never sleep for a fixed time. */
public final class Await {

    private static final long PAUSE_MILLIS = 50;

    private Await() {}

    /** Polls every 50 ms until the condition holds; fails after the bound with its description and last exception. */
    public static void until(String description, Duration bound, Callable<Boolean> condition) {
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
        throw new AssertionError("Waited " + bound + " in vain for: " + description, last);
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
