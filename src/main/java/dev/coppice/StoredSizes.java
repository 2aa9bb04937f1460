package dev.coppice;

import java.util.Map;

/** A group of settings that limits the size of stored values; the database must accept a statement of that size. */
public interface StoredSizes {
    /**
     * Returns the maximum sizes in bytes of the values that one SQL statement may contain, by the names of the settings
     * that limit them.
     */
    Map<String, Integer> storedSizes();
}
