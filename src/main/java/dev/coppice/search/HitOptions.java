package dev.coppice.search;

import java.util.function.LongConsumer;

/**
 * Options of a search that returns a page of hits.
 *
 * @param limit maximum number of hits
 * @param cursor {@code nextCursor} of the previous page, or null for the first page
 * @param text true if each hit is to include the text of its message; see {@link Hit#text}
 * @param neighbours true if each hit is to include the messages before and after it
 * @param waits true if the search must first wait until the index contains everything that was committed before; see
 *     {@link dev.coppice.search.index.IndexFollower#catchUp}
 * @param memory called with the number of bytes of a page's messages before they are read, for example to reserve
 *     memory; an exception ends the search
 */
public record HitOptions(
        int limit, String cursor, boolean text, boolean neighbours, boolean waits, LongConsumer memory) {
    /** Maximum number of hits per page if the request gives no limit. A person reads about this many hits. */
    public static final int DEFAULT_LIMIT = 10;

    /** Highest limit of hits per page that a request may give, so that a page can be built in memory. */
    public static final int MAX_LIMIT = 100;

    /** Creates options with a {@link #memory} that does nothing. */
    public HitOptions(int limit, String cursor, boolean text, boolean neighbours, boolean waits) {
        this(limit, cursor, text, neighbours, waits, bytes -> {});
    }

    /** Returns the same options with another {@link #memory}. */
    public HitOptions withMemory(LongConsumer newMemory) {
        return new HitOptions(limit, cursor, text, neighbours, waits, newMemory);
    }

    /**
     * Returns the options for the first page of hits. The hits have snippets but no texts, and no neighboring messages,
     * and the search does not wait for the index.
     *
     * @param limit maximum number of hits
     */
    public static HitOptions best(int limit) {
        return new HitOptions(limit, null, false, false, false);
    }
}
