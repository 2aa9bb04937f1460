package dev.coppice.api;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;

/** Parameters of the query, read from their texts. */
public final class Parameters {
    private Parameters() {}

    /** A whole number; 400 {@code out-of-range} when it is none or out of its bounds. */
    public static long number(String name, String value, long min, long max) {
        try {
            long number = Long.parseLong(value);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // no number, or beyond any bound: as said below
        }
        throw Problem.at(name, Code.OUT_OF_RANGE, name + " must be a number between " + min + " and " + max + ".");
    }

    /** How many of something, at least one; null when the parameter is absent. As {@link #number}. */
    public static Integer count(String name, String value) {
        return value == null ? null : (Integer) (int) number(name, value, 1, Integer.MAX_VALUE);
    }

    /** How many tokens or bytes, at least one; null when the parameter is absent. As {@link #number}. */
    public static Long amount(String name, String value) {
        return value == null ? null : (Long) number(name, value, 1, Long.MAX_VALUE / 2);
    }

    /** True or false, which it also is when it is absent; 400 {@code malformed} for another word. */
    public static boolean flag(String name, String value) {
        if (value == null || value.equals("true") || value.equals("false")) {
            return "true".equals(value);
        }
        throw Problem.at(name, Code.MALFORMED, name + " is true or false.");
    }
}
