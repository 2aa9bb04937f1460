package dev.coppice.metrics;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * One {@link Counter} for each constant of an enum, for example for each possible result of a request. Thread-safe.
 *
 * @param <K> the enum
 */
public final class CounterMap<K extends Enum<K>> {
    private final Map<K, Counter> counters;

    /** Creates a counter for each constant of an enum. */
    public CounterMap(Class<K> type) {
        var all = new EnumMap<K, Counter>(type);
        for (var key : type.getEnumConstants()) {
            all.put(key, new Counter());
        }
        counters = Collections.unmodifiableMap(all);
    }

    public Counter of(K key) {
        return counters.get(key);
    }
}
