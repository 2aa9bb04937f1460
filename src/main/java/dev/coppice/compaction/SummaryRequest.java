package dev.coppice.compaction;

import dev.coppice.format.Transcript;
import dev.coppice.session.SessionName;
import java.util.List;

/**
 * The input of a summarizer.
 *
 * @param session name of the session
 * @param messages the messages as stored JSON, oldest first; the arrays must not be modified
 * @param previousSummary earlier summaries of messages before or among {@code messages}, separated by blank lines; null
 *     if there is none. The new summary replaces the previous summary, so it must cover those earlier messages too
 * @param targetTokens desired length of the summary in tokens, at least 100; a longer summary is accepted
 * @param model name of the model that the session or its agent specifies; null for the default of the settings
 */
public record SummaryRequest(
        SessionName session, List<byte[]> messages, String previousSummary, int targetTokens, String model) {
    /**
     * Returns the messages as plain text, whatever format they are stored in: the role, texts, tool inputs and tool
     * outputs of each message, with a line {@code ---} between messages. The text has at most about
     * {@code maxCharacters} characters. If it would be longer, the longest messages are shortened in their middle; if
     * that is not enough, messages in the middle of the conversation are left out.
     */
    public String transcript(int maxCharacters) {
        return Transcript.of(messages, maxCharacters);
    }

    /** Describes the request for a log. The description contains no texts of messages. */
    @Override
    public String toString() {
        return "SummaryRequest[" + messages.size() + " messages of " + session + "]";
    }
}
