package dev.coppice.search;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.api.Parameters;
import dev.coppice.json.Times;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.regex.Pattern;

/** Parses the query parameters that both search resources have. */
final class SearchParameters {
    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d");
    private static final Pattern MILLIS = Pattern.compile("-?\\d{1,18}");

    private SearchParameters() {}

    /**
     * Parses the options for a page of hits. Throws 400 {@code out-of-range} for an invalid limit.
     *
     * @param include {@code text} and {@code neighbours}, separated by commas; 400 {@code malformed} for other values
     * @param wait {@code true} or {@code false}; 400 {@code malformed} for other values
     */
    static HitOptions hitOptions(String limit, String cursor, String include, String wait) {
        boolean text = false;
        boolean neighbours = false;
        for (var word : include == null || include.isBlank() ? new String[0] : include.split(",")) {
            switch (word.strip()) {
                case "text" -> text = true;
                case "neighbours" -> neighbours = true;
                default -> throw Problem.at(
                        "include",
                        Code.MALFORMED,
                        "Query parameter `include` must contain only `text` and `neighbours`, separated by a comma.");
            }
        }
        int hits = limit == null
                ? HitOptions.DEFAULT_LIMIT
                : (int) Parameters.number("limit", limit, 1, HitOptions.MAX_LIMIT);
        return new HitOptions(hits, cursor, text, neighbours, Parameters.flag("wait", wait));
    }

    /**
     * Parses the begin of a period, given as a time or a date. Returns milliseconds since the epoch; null for null.
     * Throws 400 {@code malformed} if it is neither.
     */
    static Long from(String time) {
        return time == null ? null : millis("from", time, false);
    }

    /**
     * Parses the end of a period, given as a time or a date, which belongs to the period. Returns milliseconds since
     * the epoch; null for null. Throws 400 {@code malformed} if it is neither.
     */
    static Long to(String time) {
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
                    "Query parameter `" + name + "` must be an ISO-8601 time or date, such as 2026-11-21T10:00:00Z.");
        }
    }
}
