package dev.coppice;

import java.util.Map;

/**
 * A group of settings that limit the size of stored values. At startup, {@code db.DatabaseCheck} compares these sizes
 * with the longest SQL statement that the database accepts. If a value would not fit into a statement, the deployment
 * fails.
 */
public interface StoredSizes {
    /** Returns the maximum sizes of stored values, in bytes. The keys are the names of the settings. */
    Map<String, Integer> storedSizes();
}
