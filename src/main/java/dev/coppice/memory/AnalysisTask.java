package dev.coppice.memory;

/**
 * A lease for analyzing a user, with the profile at its beginning.
 *
 * @param row number of the profile's row; a profile created after a delete has another number
 * @param until expiry of the lease in epoch milliseconds, which also identifies its holder
 * @param version version of the profile
 * @param profile JSON, or null if there was no profile
 * @param fields JSON Schema that a model proposed in an earlier analysis, or null
 */
record AnalysisTask(long row, long until, long version, byte[] profile, byte[] fields) {}
