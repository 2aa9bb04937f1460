package dev.coppice.client;

import java.time.Instant;

/**
 * A summary that replaces a range of messages for readers. A history has it as the message {@code compaction_<id>}.
 *
 * @param messages number of messages that it replaced when it was made
 * @param tokensBefore tokens of these messages
 * @param tokensAfter tokens of the summary
 * @param superseded whether a later compaction replaces this one
 */
public record Compaction(
        String id,
        String fromMessageId,
        String toMessageId,
        String summary,
        long messages,
        long tokensBefore,
        long tokensAfter,
        Instant createdAt,
        boolean superseded) {

    static Compaction of(Json json) {
        return new Compaction(
                json.string("id"),
                json.string("fromMessageId"),
                json.string("toMessageId"),
                json.string("summary"),
                json.count("messages"),
                json.count("tokensBefore"),
                json.count("tokensAfter"),
                json.time("createdAt"),
                json.flag("superseded"));
    }
}
