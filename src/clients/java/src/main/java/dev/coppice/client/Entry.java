package dev.coppice.client;

import java.time.Instant;

/**
 * A message with its place in the tree.
 *
 * @param parentId id of the parent; null for a root
 * @param depth number of ancestors
 * @param tokens estimated tokens
 * @param bytes size of the stored message in UTF-8
 * @param createdAt when it was created
 * @param children number of children
 */
public record Entry(
        Message message, String parentId, long depth, long tokens, long bytes, Instant createdAt, long children) {

    static Entry of(Json json) {
        return new Entry(
                Message.of(json.raw("message")),
                json.string("parentId"),
                json.count("depth"),
                json.count("tokens"),
                json.count("bytes"),
                json.time("createdAt"),
                json.count("children"));
    }
}
