package dev.coppice.client;

import java.util.Iterator;
import java.util.List;

/**
 * A page of the messages that a search has found, the best first.
 *
 * @param nextCursor value for {@link SearchQuery#cursor} that returns the next page; null after the last one
 * @param partial whether no message matches the whole query, and these match a part of it
 * @param behind whether the index did not catch up in time, so that hits may be missing; only with
 *     {@link SearchQuery#waitForIndex}
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
