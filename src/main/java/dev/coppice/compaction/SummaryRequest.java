package dev.coppice.compaction;

import dev.coppice.session.SessionName;
import java.util.List;

/**
 * Messages to summarize.
 *
 * @param messages stored JSON, oldest first; the arrays must not be modified
 * @param previousSummary of the messages before them, which the new summary updates; or null
 * @param targetTokens desired length of the summary, at least 100; a longer summary is accepted
 * @param model the model that the session or its agent names, or null for the default
 */
public record SummaryRequest(
        SessionName session, List<byte[]> messages, String previousSummary, int targetTokens, String model) {
    /** Contains no text, because it may be logged. */
    @Override
    public String toString() {
        return "SummaryRequest[" + messages.size() + " messages of " + session + "]";
    }
}
