package dev.coppice.message;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;

/**
 * Selects the part of a path that begins with a message and continues towards the leaf.
 *
 * @param leafId id of the path's last message; null for the session's leaf, if {@code from} is on the path to the leaf,
 *     else for the last message of the newest branch below {@code from}
 * @param from id of a message or summary. If a summary replaces the message, the part begins with the summary.
 * @param first maximum number of messages; null for all
 * @param raw true to ignore compactions
 */
public record ForwardQuery(String leafId, String from, Integer first, boolean raw) {
    /**
     * Reads the query parameters {@code from} and {@code first}. Returns null if both are absent. Throws 400
     * {@code malformed} if one of them is combined with a limit that counts from the end of the path.
     *
     * @param query the other parameters of the history
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
