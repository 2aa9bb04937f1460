package dev.coppice.llm;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/** How long to wait before a request is sent again. Pure. */
final class RetryDelay {
    private static final long FIRST_MILLIS = 500;
    private static final long LONGEST_MILLIS = 30_000;
    private static final int MAX_DIGITS = 9;

    private RetryDelay() {}

    /**
     * At least what the endpoint asks for, seconds or a date; else half a second, doubled with each attempt, up to half a
     * minute. Chance adds to the former up to a tenth, and takes from the latter up to a half, so that those who failed
     * together don't come again together.
     *
     * @param attempt that has failed, the first one 1
     * @param chance from 0 to 1
     */
    static Duration before(int attempt, String retryAfter, Instant now, double chance) {
        var asked = asked(retryAfter, now);
        if (asked >= 0) {
            return Duration.ofMillis(asked + (long) (asked * chance / 10));
        }
        long backoff = Math.min(LONGEST_MILLIS, FIRST_MILLIS << Math.min(attempt - 1, 10));
        return Duration.ofMillis((long) (backoff * (1 - chance / 2)));
    }

    /** Milliseconds of a {@code Retry-After}, or -1 where it says nothing that can be understood. */
    private static long asked(String retryAfter, Instant now) {
        var text = retryAfter == null ? "" : retryAfter.strip();
        if (text.matches("[0-9]{1," + MAX_DIGITS + "}")) {
            return Long.parseLong(text) * 1000;
        }
        try {
            var then = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME);
            return Math.max(0, Duration.between(now, then).toMillis());
        } catch (DateTimeException e) {
            return -1;
        }
    }
}
