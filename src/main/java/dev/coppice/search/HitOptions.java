package dev.coppice.search;

/**
 * Options of a page of hits.
 *
 * @param limit maximum number of hits
 * @param cursor end of the previous page, or null for the first page
 * @param text whether hits include the whole text of the message
 * @param neighbours whether hits include the messages before and after
 */
public record HitOptions(int limit, String cursor, boolean text, boolean neighbours) {
    /** Hits of a page if the request has no limit. */
    public static final int DEFAULT_LIMIT = 10;

    /** Small enough for a page to be built in memory. */
    public static final int MAX_LIMIT = 100;

    /** The best hits, with snippets only. */
    public static HitOptions best(int limit) {
        return new HitOptions(limit, null, false, false);
    }
}
