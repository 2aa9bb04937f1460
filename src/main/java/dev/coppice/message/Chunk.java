package dev.coppice.message;

import java.util.List;

/**
 * The messages of a part of a path, read at once.
 *
 * @param bodies bodies of the live messages
 * @param last last row of the part, live or deleted
 * @param pathBytes bytes of all rows of the path down to that row, as first written
 */
public record Chunk(List<byte[]> bodies, Position last, long pathBytes) {}
