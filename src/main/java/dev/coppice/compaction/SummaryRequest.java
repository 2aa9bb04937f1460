package dev.coppice.compaction;

import dev.coppice.session.SessionName;
import java.util.List;

/**
 * What is to be summarised.
 *
 * @param messages as they are stored, JSON, the oldest first; nobody writes into the arrays
 * @param previousSummary of what lies before them, to be updated by them; or null
 * @param targetTokens that the summary should have, 100 or more; a summary may have more
 * @param model that the session or its agent names, or null
 */
public record SummaryRequest(
        SessionName session, List<byte[]> messages, String previousSummary, int targetTokens, String model) {
    /** Without any text, because it may be logged. */
    @Override
    public String toString() {
        return "SummaryRequest[" + messages.size() + " messages of " + session + "]";
    }
}
