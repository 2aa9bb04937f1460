package dev.coppice.client;

import java.util.Iterator;
import java.util.List;

/**
 * A page of the messages that a search has found, the best first.
 *
 * @param items the hits of the page
 * @param nextCursor value for {@link SearchQuery#cursor} with which the next page can be read; null if this is the last
 *     page
 * @param partial true if no message matches the whole query; the hits then match a part of the query
 * @param behind true if hits may be missing, because the search index has not caught up in time with the messages
 *     written before; only for a query with {@link SearchQuery#waitForIndex}
 */
public record Hits(List<Hit> items, String nextCursor, boolean partial, boolean behind) implements Iterable<Hit> {

    @Override
    public Iterator<Hit> iterator() {
        return items.iterator();
    }

    static Hits of(Json json) {
        return new Hits(
                json.objects("items", Hit::of), json.string("nextCursor"), json.flag("partial"), json.flag("behind"));
    }
}
