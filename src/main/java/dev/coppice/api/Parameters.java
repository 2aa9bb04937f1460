package dev.coppice.api;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;

/** Parses query parameters of requests. Thread-safe; has no state. */
public final class Parameters {
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
}
