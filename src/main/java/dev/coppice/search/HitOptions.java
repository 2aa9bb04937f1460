package dev.coppice.search;

/**
 * Options for a page of hits.
 *
 * @param limit maximum number of hits
 * @param cursor {@code nextCursor} of the previous page, or null for the first page
 * @param text true if hits include the whole text of the message
 * @param neighbours true if hits include the messages before and after them
 * @param waits true if the search first waits until the index contains everything that was committed before it, see
 *     {@link dev.coppice.search.index.IndexFollower#catchUp}
 */
public record HitOptions(int limit, String cursor, boolean text, boolean neighbours, boolean waits) {
    /** Number of hits per page if the request does not limit them. */
    public static final int DEFAULT_LIMIT = 10;

    /** Maximum number of hits per page, chosen so that a page can be built in memory. */
    public static final int MAX_LIMIT = 100;

    /** Returns the options for the first page of hits, without whole texts and neighbors, without waiting. */
    public static HitOptions best(int limit) {
        return new HitOptions(limit, null, false, false, false);
    }
}
