package dev.coppice.client;

import java.time.Instant;

/**
 * A message that a search has found.
 *
 * @param sessionName null if the session has no name
 * @param score between 0 and 1, relative to the best hit
 * @param snippet HTML in which the matches are marked with {@code <mark>}
 * @param text the full text; null unless requested
 */
public record Hit(
        String sessionId,
        String namespace,
        String sessionName,
        String messageId,
        String role,
        Instant createdAt,
        double score,
        String snippet,
        String text) {

    static Hit of(Json json) {
        return new Hit(
                json.string("sessionId"),
                json.string("namespace"),
                json.string("sessionName"),
                json.string("messageId"),
                json.string("role"),
                json.time("createdAt"),
                Double.parseDouble(json.raw("score")),
                json.string("snippet"),
                json.string("text"));
    }
}
