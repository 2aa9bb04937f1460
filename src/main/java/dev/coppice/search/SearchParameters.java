package dev.coppice.search;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.api.Parameters;
import dev.coppice.json.Times;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.regex.Pattern;

/** Parses the query parameters of searches, and the arguments of the model's search tools. */
public final class SearchParameters {
    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d");
    private static final Pattern MILLIS = Pattern.compile("-?\\d{1,18}");

    private SearchParameters() {}

    /**
     * Returns the options for a page of hits. Throws 400 {@code out-of-range} if {@code limit} is not between 1 and
     * {@link HitOptions#MAX_LIMIT}. Throws 400 {@code malformed} if a parameter has another value than those described
     * below.
     *
     * @param limit a number; null for {@link HitOptions#DEFAULT_LIMIT}
     * @param cursor cursor of the page; null for the first page. It is not checked here.
     * @param include {@code text} and {@code neighbours}, separated by commas; null for none
     * @param wait {@code true} or {@code false}; null for false
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
     * Returns the beginning of a period, in milliseconds since the epoch; null if {@code time} is null. Throws 400
     * {@code malformed} if {@code time} is not a time or a date.
     *
     * @param time a time, a date (for its first millisecond in UTC), or milliseconds since the epoch
     */
    public static Long from(String time) {
        return time == null ? null : millis("from", time, false);
    }

    /**
     * Returns the last moment of a period, in milliseconds since the epoch; null if {@code time} is null. Throws 400
     * {@code malformed} if {@code time} is not a time or a date.
     *
     * @param time a time, a date (for its last millisecond in UTC), or milliseconds since the epoch
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
