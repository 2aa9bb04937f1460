package dev.coppice;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A map of limited size: when the map is full, adding a new key removes the key that was added first. For data that may
 * be lost without harm, for example a record of warnings that were already logged. Thread-safe.
 */
public final class RecentMap<K, V> {
    private final Map<K, V> entries;

    public RecentMap(int maxEntries) {
        entries = new LinkedHashMap<>() {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > maxEntries;
            }
        };
    }

    /** Returns the value of the key, or null if the map does not contain the key. */
    public synchronized V get(K key) {
        return entries.get(key);
    }

    /**
     * Stores the value of a key. Returns the previous value, or null if the key had none. Keys are ordered by their
     * first insertion; storing another value does not change the order.
     */
    public synchronized V put(K key, V value) {
        return entries.put(key, value);
    }

    public synchronized V remove(K key) {
        return entries.remove(key);
    }
}
