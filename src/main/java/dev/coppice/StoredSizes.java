package dev.coppice;

import java.util.Map;

/**
 * A group of settings that limit the size of stored values. If the database does not accept SQL statements with values
 * of these sizes, {@code db.DatabaseCheck} fails the deployment.
 */
public interface StoredSizes {
    /** Returns the maximum sizes of stored values, in bytes. The keys are the names of the settings. */
    Map<String, Integer> storedSizes();
}
