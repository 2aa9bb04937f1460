package dev.coppice.client;

import java.time.Instant;

/**
 * A message that a search has found.
 *
 * @param sessionId id of the session with the message
 * @param sessionName display name of the session; null if it has none
 * @param score how well the message matches, from 0 to 1; the best hit of the page has 1
 * @param snippet a part of the text as HTML, in which the matching words are in {@code <mark>} elements
 * @param text the full text of the message; null unless the query demands it by {@link SearchQuery#withText}
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
