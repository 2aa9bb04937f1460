package dev.coppice.memory;

/**
 * A lease: the exclusive permission to analyze a user until a certain time. Also contains the state of the user's
 * profile at the time when the lease was acquired.
 *
 * @param row database id of the profile; a profile that is created after a deletion has another id
 * @param until time when the lease expires, in milliseconds since the epoch; this time also identifies the holder of
 *     the lease
 * @param version version of the profile; 0 if there was none
 * @param profile the profile as JSON, or null if there was none
 * @param fields JSON Schema of the profile's fields that a model proposed in an earlier analysis; null if no model has
 *     proposed fields
 */
public record AnalysisTask(long row, long until, long version, byte[] profile, byte[] fields) {}
