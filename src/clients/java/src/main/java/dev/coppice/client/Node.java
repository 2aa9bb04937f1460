package dev.coppice.client;

import java.time.Instant;

/**
 * A message of the tree without its content.
 *
 * @param parentId null for a root
 * @param preview the beginning of its text
 * @param tokens estimated tokens
 * @param bytes size of the stored message in UTF-8
 * @param children number of children
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
     * Messages of the tree of which each but the last has exactly one child, as one node.
     *
     * @param parentId the last message of the node above; null for a root
     * @param depth number of ancestors of the first message
     * @param count number of messages
     * @param children number of nodes directly below
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
