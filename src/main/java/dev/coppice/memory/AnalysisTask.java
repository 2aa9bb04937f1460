package dev.coppice.memory;

/**
 * The right to analyze a user, and the profile when the right began.
 *
 * @param row number of the profile's row; a profile that is created after a delete has another number
 * @param until when the right ends, in epoch milliseconds; identifies the holder
 * @param version of the profile
 * @param profile JSON, or null if there was none
 * @param fields the JSON Schema that a model proposed in an earlier analysis, or null
 */
record AnalysisTask(long row, long until, long version, byte[] profile, byte[] fields) {}
