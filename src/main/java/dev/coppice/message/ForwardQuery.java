package dev.coppice.message;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;

/**
 * Selects the part of a path that begins with a given message and continues towards the leaf.
 *
 * @param leafId id of the path's last message. If null, the path leads to the session's leaf; if {@code from} is not on
 *     that path, it leads from {@code from} to a leaf below, along the newest branches.
 * @param from id of the message or summary with which the part begins. If a summary replaces the message, the part
 *     begins with the summary.
 * @param first maximum number of messages, summaries included, at least 1; null for all
 * @param raw true to ignore compactions
 */
public record ForwardQuery(String leafId, String from, Integer first, boolean raw) {
    /**
     * Reads the query parameters {@code from} and {@code first} of a history. Returns null if both are absent. Throws
     * 400 {@code malformed} if {@code first} is given without {@code from}, or if {@code from} is combined with
     * {@code last}, {@code before}, {@code maxTokens}, {@code maxBytes} or {@code toolOutputs}, which select messages
     * from the end of the path.
     *
     * @param query the other query parameters of the history
     * @param from value of the parameter {@code from}, or null
     * @param first value of the parameter {@code first}, or null
     */
    static ForwardQuery read(HistoryQuery query, String from, Integer first) {
        if (from == null) {
            if (first != null) {
                throw Problem.at(
                        "first", Code.MALFORMED, "Query parameter `first` is only valid together with `from`.");
            }
            return null;
        }
        if (query.isWindow() || query.before() != null || query.truncation() != null) {
            throw Problem.at(
                    "from",
                    Code.MALFORMED,
                    "Query parameter `from` cannot be combined with `last`, `before`, `maxTokens`, `maxBytes` or "
                            + "`toolOutputs`. Limit the messages with `first`.");
        }
        return new ForwardQuery(query.leafId(), from, first, query.raw());
    }
}
