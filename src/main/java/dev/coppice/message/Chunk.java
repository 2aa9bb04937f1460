package dev.coppice.message;

import java.util.List;

/**
 * A chunk of a path that was read.
 *
 * @param bodies bodies of its live messages
 * @param last the last row that it covers, live or deleted
 * @param pathBytes bytes of the path up to that row, as first written
 */
public record Chunk(List<byte[]> bodies, Position last, long pathBytes) {}
