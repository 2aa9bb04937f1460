package dev.coppice.search;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.api.Parameters;

/** Parses the query parameters that all searches for messages have in common. */
public final class SearchParameters {
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
}
