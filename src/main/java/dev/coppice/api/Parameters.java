package dev.coppice.api;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;

/** Parses query parameters. */
public final class Parameters {
    private Parameters() {}

    /**
     * Parses a query parameter that is a whole number; throws 400 {@code out-of-range} if it is not a number, or is
     * below {@code min} or above {@code max}.
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

    /** Parses a query parameter that is an int of at least 1; null if it is absent. Errors as for {@link #number}. */
    public static Integer count(String name, String value) {
        return value == null ? null : (Integer) (int) number(name, value, 1, Integer.MAX_VALUE);
    }

    /** Parses a query parameter that is a long of at least 1; null if it is absent. Errors as for {@link #number}. */
    public static Long amount(String name, String value) {
        return value == null ? null : (Long) number(name, value, 1, Long.MAX_VALUE / 2);
    }

    /**
     * Parses a query parameter that is {@code true} or {@code false}; false if it is absent. Throws 400
     * {@code malformed} for any other value.
     */
    public static boolean flag(String name, String value) {
        if (value == null || value.equals("true") || value.equals("false")) {
            return "true".equals(value);
        }
        throw Problem.at(name, Code.MALFORMED, name + " must be true or false.");
    }
}
