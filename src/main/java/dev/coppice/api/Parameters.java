package dev.coppice.api;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.json.Times;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.regex.Pattern;

/** Parses query parameters of requests. Thread-safe; has no state. */
public final class Parameters {
    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d");
    private static final Pattern MILLIS = Pattern.compile("-?\\d{1,18}");

    private Parameters() {}

    /**
     * Returns the whole number in a query parameter. Throws 400 {@code out-of-range} if the text is not a whole number
     * from {@code min} to {@code max}.
     *
     * @param name name of the parameter, for the error response
     * @param value text of the parameter, not null
     * @param min lowest number that is allowed, inclusive
     * @param max highest number that is allowed, inclusive
     */
    public static long number(String name, String value, long min, long max) {
        try {
            long number = Long.parseLong(value);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Not a number: refused below.
        }
        throw Problem.at(name, Code.OUT_OF_RANGE, name + " must be a number between " + min + " and " + max + ".");
    }

    /**
     * Returns the whole number in a query parameter, or null if {@code value} is null. Throws 400 {@code out-of-range}
     * if the text is not a number from 1 to {@link Integer#MAX_VALUE}, both inclusive.
     *
     * @param name name of the parameter, for the error response
     * @param value text of the parameter, or null if the request does not have it
     */
    public static Integer count(String name, String value) {
        return value == null ? null : (Integer) (int) number(name, value, 1, Integer.MAX_VALUE);
    }

    /**
     * Returns the whole number in a query parameter, or null if {@code value} is null. Throws 400 {@code out-of-range}
     * if the text is not a number from 1 to half of {@link Long#MAX_VALUE}, both inclusive. The upper limit lets other
     * amounts be added without overflow.
     *
     * @param name name of the parameter, for the error response
     * @param value text of the parameter, or null if the request does not have it
     */
    public static Long amount(String name, String value) {
        return value == null ? null : (Long) number(name, value, 1, Long.MAX_VALUE / 2);
    }

    /**
     * Returns true if the value of a query parameter is {@code true}; false if it is {@code false} or null. Throws 400
     * {@code malformed} for any other value.
     *
     * @param name name of the parameter, for the error response
     * @param value text of the parameter, or null if the request does not have it
     */
    public static boolean flag(String name, String value) {
        if (value == null || value.equals("true") || value.equals("false")) {
            return "true".equals(value);
        }
        throw Problem.at(name, Code.MALFORMED, name + " must be true or false.");
    }

    /**
     * Returns the beginning of a period, in milliseconds since the epoch; null if {@code time} is null. Throws 400
     * {@code malformed}, for the query parameter {@code from}, if {@code time} has none of the forms below.
     *
     * @param time an ISO-8601 time, an ISO-8601 date (for its first millisecond in UTC), or milliseconds since the
     *     epoch; may be null
     */
    public static Long from(String time) {
        return time == null ? null : millis("from", time, false);
    }

    /**
     * Returns the last moment of a period, in milliseconds since the epoch; null if {@code time} is null. Throws 400
     * {@code malformed}, for the query parameter {@code to}, if {@code time} has none of the forms below.
     *
     * @param time an ISO-8601 time, an ISO-8601 date (for its last millisecond in UTC), or milliseconds since the
     *     epoch; may be null
     */
    public static Long to(String time) {
        return time == null ? null : millis("to", time, true);
    }

    private static Long millis(String name, String time, boolean last) {
        try {
            if (DATE.matcher(time).matches()) {
                var day = LocalDate.parse(time).plusDays(last ? 1 : 0);
                return day.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli() - (last ? 1 : 0);
            }
            return MILLIS.matcher(time).matches() ? Long.parseLong(time) : Times.millis(time);
        } catch (DateTimeException e) {
            throw Problem.at(
                    name,
                    Code.MALFORMED,
                    "The parameter `" + name + "` must be an ISO-8601 time or date, such as 2026-11-21T10:00:00Z.");
        }
    }
}
