package dev.coppice.compaction;

import dev.coppice.session.SessionName;
import java.util.List;

/**
 * Messages to summarize.
 *
 * @param messages stored JSON, oldest first; the arrays must not be modified
 * @param previousSummary summary of the messages before these, which the new summary updates; or null
 * @param targetTokens desired length of the summary, at least 100; a longer summary is accepted
 * @param model name of the model that the session or its agent specifies, or null for the default
 */
public record SummaryRequest(
        SessionName session, List<byte[]> messages, String previousSummary, int targetTokens, String model) {
    /** Contains no text of messages, because it may be logged. */
    @Override
    public String toString() {
        return "SummaryRequest[" + messages.size() + " messages of " + session + "]";
    }
}
