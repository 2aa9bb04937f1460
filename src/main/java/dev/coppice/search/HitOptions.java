package dev.coppice.search;

/**
 * How hits are shown.
 *
 * @param limit hits at most
 * @param cursor where the last page ended, or null
 * @param text the message's whole text, too
 * @param neighbours the messages before and after it, too
 */
public record HitOptions(int limit, String cursor, boolean text, boolean neighbours) {
    /** What a search shows when it is asked for nothing else. */
    public static final int DEFAULT_LIMIT = 10;

    /** A screen of hits, and few enough to be made in memory. */
    public static final int MAX_LIMIT = 100;

    /** The best hits, with their snippets. */
    public static HitOptions best(int limit) {
        return new HitOptions(limit, null, false, false);
    }
}
