package dev.coppice.client;

import java.time.Instant;

/**
 * A message with its place in the session's tree of messages.
 *
 * @param message the message
 * @param parentId id of the parent, the message that this one follows; null for a root
 * @param depth number of messages before this one on its path
 * @param tokens estimated tokens of the message
 * @param bytes size of the stored message in bytes of UTF-8
 * @param createdAt time at which the message was stored
 * @param children number of messages that follow this one directly
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
