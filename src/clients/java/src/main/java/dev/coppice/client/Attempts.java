package dev.coppice.client;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** The waits between the attempts of one request: they double, with some chance in them, until the deadline. Not thread-safe. */
final class Attempts {
    private static final Duration FIRST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(5);

    private final long end;
    private Duration wait = FIRST;

    /**
     * Begins with the first attempt.
     *
     * @param deadline time from now after which no further attempt begins
     */
    Attempts(Duration deadline) {
        end = System.nanoTime() + deadline.toNanos();
    }

    /**
     * Waits before the next attempt.
     *
     * @param retryAfter how long the server asks to wait, or null
     * @param reason thrown if the next attempt would begin after the deadline
     */
    void pause(Duration retryAfter, CoppiceProblem reason) {
        // Between half and all of it, so that clients that lost the same server do not come back together.
        long chosen = wait.toMillis() / 2 + ThreadLocalRandom.current().nextLong(wait.toMillis() / 2 + 1);
        long millis = Math.max(chosen, retryAfter == null ? 0 : retryAfter.toMillis());
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
