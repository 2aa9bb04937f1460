package dev.coppice;

import java.util.Map;

/** A group of settings that limits the size of stored values; the database must accept a statement of that size. */
public interface StoredSizes {
    /** Maximum size in bytes of a value that one SQL statement contains, by the name of the setting. */
    Map<String, Integer> storedSizes();
}
