package dev.coppice.client;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Waits between the attempts to send one request. The wait doubles from attempt to attempt, with some randomness, and
 * ends at a deadline. Not thread-safe.
 */
final class Attempts {
    private static final Duration FIRST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(5);

    private final long end;
    private Duration wait = FIRST;

    /**
     * Creates an object for a request that is about to be sent for the first time.
     *
     * @param deadline duration from now, after which no further attempt begins
     */
    Attempts(Duration deadline) {
        end = System.nanoTime() + deadline.toNanos();
    }

    /**
     * Waits before the next attempt. Throws {@code reason} without waiting if the wait would end after the deadline.
     * Throws a {@link CoppiceProblem} with the code {@code interrupted} if the thread is interrupted.
     *
     * @param reason why the last attempt failed; the wait is at least as long as its {@code retryAfter}
     */
    void pause(CoppiceProblem reason) {
        // Between half and all of it, so that clients that lost the same server do not come back together.
        long chosen = wait.toMillis() / 2 + ThreadLocalRandom.current().nextLong(wait.toMillis() / 2 + 1);
        long millis = Math.max(chosen, reason.retryAfter().orElse(Duration.ZERO).toMillis());
        if (System.nanoTime() + millis * 1_000_000 - end > 0) {
            throw reason;
        }
        sleep(millis);
        wait = wait.multipliedBy(2).compareTo(LONGEST) > 0 ? LONGEST : wait.multipliedBy(2);
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    static CoppiceProblem interrupted(Exception cause) {
        Thread.currentThread().interrupt();
        return new CoppiceProblem(CoppiceProblem.INTERRUPTED, "The thread was interrupted", cause);
    }
}
