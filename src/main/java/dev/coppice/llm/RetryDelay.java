package dev.coppice.llm;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/** Computes the delay before a failed request to the model endpoint is repeated. Pure. */
final class RetryDelay {

    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final int MAX_DOUBLINGS = 10;
    private static final int MAX_DIGITS = 9;

    private RetryDelay() {}

    /**
     * Returns the delay before the next attempt. If the endpoint requests a delay, in seconds or as a date, this delay
     * is lengthened by up to a tenth. Otherwise the delay is {@code first}, doubled with each attempt up to half a
     * minute, and shortened by up to a half. The random part keeps clients that failed at the same time from retrying
     * at the same time.
     *
     * @param attempt number of the failed attempt, counted from 1
     * @param first delay after the first attempt
     * @param retryAfter value of the header {@code Retry-After}, or null
     * @param now current time, with which a date in {@code retryAfter} is compared
     * @param jitter random number from 0, inclusive, to 1, exclusive
     */
    static Duration after(int attempt, Duration first, String retryAfter, Instant now, double jitter) {
        var requested = requestedMillis(retryAfter, now);
        if (requested >= 0) {
            return Duration.ofMillis(requested + (long) (requested * jitter / 10));
        }
        long backoff = Math.min(LONGEST.toMillis(), first.toMillis() << Math.min(attempt - 1, MAX_DOUBLINGS));
        return Duration.ofMillis((long) (backoff * (1 - jitter / 2)));
    }

    /**
     * Returns the delay in milliseconds that a header {@code Retry-After} requests; -1 if the header is missing or
     * invalid.
     */
    private static long requestedMillis(String retryAfter, Instant now) {
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
