package dev.coppice.openai;

import jakarta.ws.rs.core.MultivaluedMap;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The query parameters of a list in OpenAI's API. At most one of {@code after} and {@code before} is given.
 *
 * @param after id of the element after which the page begins; null to begin with the first element
 * @param before id of the element before which the page ends; null if no element limits the page
 * @param limit maximum number of elements
 * @param ascending true for the oldest element first, false for the newest first
 */
record ListParameters(String after, String before, int limit, boolean ascending) {
    private static final int DEFAULT_LIMIT = 20;
    private static final int MAX_LIMIT = 100;
    private static final Pattern METADATA = Pattern.compile("metadata\\[(.+)]");

    /**
     * Reads the query parameters. Without {@code limit}, a page has at most 20 elements; a {@code limit} above 100
     * counts as 100. Without {@code order}, the newest element is first. Throws an error 400 if a value is invalid, or
     * if the request has both {@code after} and {@code before}.
     *
     * @param query the query parameters of the request
     * @param strict true to refuse a {@code limit} above 100, as OpenAI does
     */
    static ListParameters of(MultivaluedMap<String, String> query, boolean strict) {
        var after = query.getFirst("after");
        var before = query.getFirst("before");
        if (after != null && before != null) {
            throw OpenAiProblem.invalid("before", "invalid_value", "Send either 'after' or 'before'.");
        }
        return new ListParameters(
                after, before, limit(query.getFirst("limit"), strict), isAscending(query.getFirst("order")));
    }

    /**
     * Returns the values of the parameters {@code metadata[key]}, by key. If a parameter is repeated, its first value
     * counts.
     *
     * @param query the query parameters of the request
     */
    static Map<String, String> metadata(MultivaluedMap<String, String> query) {
        var metadata = new HashMap<String, String>();
        query.forEach((name, values) -> {
            var key = METADATA.matcher(name);
            if (key.matches()) {
                metadata.put(key.group(1), values.get(0));
            }
        });
        return metadata;
    }

    private static int limit(String text, boolean strict) {
        if (text == null || text.isEmpty()) {
            return DEFAULT_LIMIT;
        }
        if (!text.matches("-?\\d+")) {
            throw OpenAiProblem.wrongType("limit", "an integer", "a string");
        }
        var limit = new BigInteger(text);
        if (limit.signum() < 1) {
            throw OpenAiProblem.invalid(
                    "limit",
                    "integer_below_min_value",
                    "Invalid 'limit': integer below minimum value. Expected a value >= 1, but got " + limit
                            + " instead.");
        }
        if (strict && limit.compareTo(BigInteger.valueOf(MAX_LIMIT)) > 0) {
            throw OpenAiProblem.invalid(
                    "limit",
                    "integer_above_max_value",
                    "Invalid 'limit': integer above maximum value. Expected a value <= " + MAX_LIMIT + ", but got "
                            + limit + " instead.");
        }
        return limit.min(BigInteger.valueOf(MAX_LIMIT)).intValue();
    }

    private static boolean isAscending(String order) {
        if (order == null || order.equals("desc")) {
            return false;
        }
        if (!order.equals("asc")) {
            throw OpenAiProblem.invalid(
                    "order",
                    "invalid_value",
                    "Invalid value: '" + order + "'. Supported values are: 'asc' and 'desc'.");
        }
        return true;
    }
}
