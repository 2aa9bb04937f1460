package dev.coppice.message;

import java.util.List;

/**
 * A page of the ids of a session's leaves, that is, of messages without children. A page may be short or empty although
 * more pages follow.
 *
 * @param ids ids of the messages, in the order in which their branches began
 * @param nextCursor cursor of the next page; null on the last page
 */
public record LeafIds(List<String> ids, String nextCursor) {}
