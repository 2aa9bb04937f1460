package dev.coppice.client;

import java.time.Instant;

/**
 * A message in the session's tree of messages, without its content.
 *
 * @param id id of the message
 * @param parentId id of the parent, the message that this one follows; null for a root
 * @param role role of the message
 * @param preview the beginning of the message's text
 * @param createdAt time at which the message was stored
 * @param tokens estimated tokens of the message
 * @param bytes size of the stored message in bytes of UTF-8
 * @param children number of messages that follow this one directly
 */
public record Node(
        String id,
        String parentId,
        String role,
        String preview,
        Instant createdAt,
        long tokens,
        long bytes,
        long children) {

    static Node of(Json json) {
        return new Node(
                json.string("id"),
                json.string("parentId"),
                json.string("role"),
                json.string("preview"),
                json.time("createdAt"),
                json.count("tokens"),
                json.count("bytes"),
                json.count("children"));
    }

    /**
     * A sequence of messages without a branch, as one node of the tree: each message but the last has exactly one
     * child.
     *
     * @param firstId id of the first message
     * @param lastId id of the last message
     * @param parentId id of the message that the first message follows, which is the last message of another node; null
     *     for a root
     * @param depth number of messages on the path before the first message
     * @param count number of messages
     * @param tokens estimated tokens of the messages together
     * @param bytes size of the messages together, in bytes of UTF-8
     * @param children number of nodes that follow this one directly
     */
    public record Run(
            String firstId,
            String lastId,
            String parentId,
            long depth,
            long count,
            long tokens,
            long bytes,
            long children) {

        static Run of(Json json) {
            return new Run(
                    json.string("firstId"),
                    json.string("lastId"),
                    json.string("parentId"),
                    json.count("depth"),
                    json.count("count"),
                    json.count("tokens"),
                    json.count("bytes"),
                    json.count("children"));
        }
    }
}
