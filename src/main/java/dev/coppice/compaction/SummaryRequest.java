package dev.coppice.compaction;

import dev.coppice.session.SessionName;
import java.util.List;

/**
 * A request to summarize messages.
 *
 * @param session name of the session
 * @param messages the messages as stored JSON, oldest first; the arrays must not be modified
 * @param previousSummary summary of earlier messages, which the new summary replaces and must cover too; or null
 * @param targetTokens desired length of the summary in tokens, at least 100; a longer summary is accepted
 * @param model name of the model that the session or its agent specifies, or null for the default
 */
public record SummaryRequest(
        SessionName session, List<byte[]> messages, String previousSummary, int targetTokens, String model) {
    /** Describes the request without texts of messages, because it may be logged. */
    @Override
    public String toString() {
        return "SummaryRequest[" + messages.size() + " messages of " + session + "]";
    }
}
