package dev.coppice;

import java.util.Map;

/**
 * Settings that limit the size of stored values. {@code db.DatabaseCheck} fails the deployment if the database does not
 * accept SQL statements that contain values of these sizes.
 */
public interface StoredSizes {
    /** Returns the maximum sizes of stored values, in bytes. The keys are the names of the settings. */
    Map<String, Integer> storedSizes();
}
