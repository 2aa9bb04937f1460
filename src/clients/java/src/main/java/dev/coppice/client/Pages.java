package dev.coppice.client;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The items of a list. They are read page by page while the caller iterates, so a long list needs little memory. Each
 * iterator reads the list from its beginning. Thread-safe, but an iterator is not.
 *
 * @param <T> type of the items
 */
public final class Pages<T> implements Iterable<T> {
    private static final int LIMIT = 200;

    private final Connection connection;
    private final Supplier<Request> first;
    private final String items;
    private final Function<Json, T> mapper;

    Pages(Connection connection, Supplier<Request> first, String items, Function<Json, T> mapper) {
        this.connection = connection;
        this.first = first;
        this.items = items;
        this.mapper = mapper;
    }

    /** Returns the items as a stream. */
    public Stream<T> stream() {
        return StreamSupport.stream(spliterator(), false);
    }

    @Override
    public Iterator<T> iterator() {
        return new Reading();
    }

    private final class Reading implements Iterator<T> {
        private final Queue<T> page = new ArrayDeque<>();
        private String cursor;
        private boolean isLast;

        @Override
        public boolean hasNext() {
            while (page.isEmpty() && !isLast) {
                var answer = connection.json(first.get().query("limit", LIMIT).query("cursor", cursor));
                page.addAll(answer.objects(items, mapper));
                cursor = answer.string("nextCursor");
                isLast = cursor == null;
            }
            return !page.isEmpty();
        }

        @Override
        public T next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return page.remove();
        }
    }
}
