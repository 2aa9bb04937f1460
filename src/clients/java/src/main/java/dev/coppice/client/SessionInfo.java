package dev.coppice.client;

import java.time.Instant;

/**
 * A session with its counters. Members that were never set are null.
 *
 * @param type {@code agent}, {@code team} or {@code workflow}
 * @param parentSessionId the session from which this one was forked or split
 * @param forkedAtMessageId the last message that a fork has in common with its source
 * @param metadata a JSON object
 * @param leafId the leaf; null if the session has no message
 * @param messageCount number of messages on all branches
 * @param tokens tokens on the path to the leaf
 * @param contextTokens the number that is compared with {@code compactAfter}; null while it is unknown
 * @param usage a JSON object with the sums of tokens and cost that were reported
 * @param endedAt when a split ended the session
 */
public record SessionInfo(
        String id,
        String namespace,
        String name,
        String agent,
        String model,
        String source,
        String userId,
        String type,
        String parentSessionId,
        String forkedAtMessageId,
        String metadata,
        Long ttlSeconds,
        Instant expiresAt,
        Integer compactAfter,
        String compactBy,
        Integer maxMessages,
        String leafId,
        long messageCount,
        long tokens,
        Long contextTokens,
        String usage,
        Instant createdAt,
        Instant updatedAt,
        Instant endedAt,
        String endReason) {

    static SessionInfo of(Json json) {
        return new SessionInfo(
                json.string("id"),
                json.string("namespace"),
                json.string("name"),
                json.string("agent"),
                json.string("model"),
                json.string("source"),
                json.string("userId"),
                json.string("type"),
                json.string("parentSessionId"),
                json.string("forkedAtMessageId"),
                json.raw("metadata"),
                json.number("ttlSeconds"),
                json.time("expiresAt"),
                json.integer("compactAfter"),
                json.string("compactBy"),
                json.integer("maxMessages"),
                json.string("leafId"),
                json.count("messageCount"),
                json.count("tokens"),
                json.number("contextTokens"),
                json.raw("usage"),
                json.time("createdAt"),
                json.time("updatedAt"),
                json.time("endedAt"),
                json.string("endReason"));
    }
}
