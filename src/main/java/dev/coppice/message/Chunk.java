package dev.coppice.message;

import java.util.List;

/**
 * A chunk of a path: its first rows, as many as are read in one transaction.
 *
 * @param bodies bodies of the chunk's live messages
 * @param last last row of the chunk, live or deleted
 * @param pathBytes bytes of all rows of the path down to that row, as first written
 */
public record Chunk(List<byte[]> bodies, Position last, long pathBytes) {}
