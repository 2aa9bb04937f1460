package dev.coppice.message;

import java.util.List;

/**
 * A piece of a path that was read.
 *
 * @param bodies of its living messages
 * @param last the last row that it covers, living or not
 * @param pathBytes bytes of the path up to that row, as it was written
 */
public record Chunk(List<byte[]> bodies, Position last, long pathBytes) {}
