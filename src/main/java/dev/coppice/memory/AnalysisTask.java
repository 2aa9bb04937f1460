package dev.coppice.memory;

/**
 * The right to analyse a user, and what was there when it was given.
 *
 * @param row the number of the profile's row, which none that comes after a deletion has
 * @param until when the right ends, which tells it from everybody else's
 * @param version of the profile
 * @param profile as it is, or null
 * @param fields the JSON Schema that a model has proposed before, or null
 */
record AnalysisTask(long row, long until, long version, byte[] profile, byte[] fields) {}
