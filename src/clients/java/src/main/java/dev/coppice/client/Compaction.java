package dev.coppice.client;

import java.time.Instant;

/**
 * A summary that stands for a range of messages when a history is read. The messages themselves stay stored. In the
 * history the summary is a message with the id {@code compaction_<id>}.
 *
 * @param id id of the compaction
 * @param fromMessageId id of the first message that the summary replaces
 * @param toMessageId id of the last message that the summary replaces
 * @param summary text of the summary
 * @param messages number of messages that the summary replaced when it was made
 * @param tokensBefore tokens of these messages
 * @param tokensAfter tokens of the summary
 * @param superseded true if a later compaction replaces this one
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
