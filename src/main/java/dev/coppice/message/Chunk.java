package dev.coppice.message;

import java.util.List;

/**
 * The next messages of a path from a root to a leaf, as {@link Histories#chunk} reads them.
 *
 * @param bodies JSON of the messages that are neither deleted nor beyond retention, in the order of the path; may be
 *     empty
 * @param last position of the last row that was read, deleted or not; if all rows were purged meanwhile, of the last
 *     row that was to be read
 * @param pathBytes bytes of all rows from the root down to {@code last}, as first written; needed to read the next
 *     chunk; 0 if all rows were purged meanwhile
 */
public record Chunk(List<byte[]> bodies, Position last, long pathBytes) {}
