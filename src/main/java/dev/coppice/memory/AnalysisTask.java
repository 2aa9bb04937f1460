package dev.coppice.memory;

/**
 * A lease for analyzing a user, with the state of the user's profile when the lease was acquired.
 *
 * @param row id of the profile's row; a profile created after a delete has another id
 * @param until expiry of the lease in milliseconds since the epoch, which also identifies its holder
 * @param version version of the profile
 * @param profile the profile as JSON, or null if there was none
 * @param fields JSON Schema that a model proposed in an earlier analysis, or null
 */
public record AnalysisTask(long row, long until, long version, byte[] profile, byte[] fields) {}
