package dev.coppice;

import java.util.Map;

/** A group of settings that limits the size of stored values; the database must accept a statement of that size. */
public interface StoredSizes {
    /** Largest value that one SQL statement contains, in bytes, by the name of its setting. */
    Map<String, Integer> storedSizes();
}
