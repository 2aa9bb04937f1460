package dev.coppice.memory;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.Times;
import java.io.IOException;

/**
 * A copy of a session's running summary. Without a summary, the text is null and {@code version} is 0.
 *
 * @param summary text, or null if there is none
 * @param lastMessageId id of the last message that the summary covers; null if there is no summary
 * @param messages number of messages on the path to that message
 * @param tokens tokens of the text
 * @param current true if the summary covers all messages on the path to the session's leaf, and none of them was
 *     changed since
 * @param createdAt time of the first summary in milliseconds since the epoch (in JSON ISO-8601); null if there is no
 *     summary
 * @param updatedAt time of the current text in milliseconds since the epoch (in JSON ISO-8601); null if there is no
 *     summary
 * @param version version of the summary, sent as the header {@code ETag}; 0 if there is no summary
 */
public record SummaryInfo(
        String summary,
        String lastMessageId,
        int messages,
        int tokens,
        boolean current,
        Long createdAt,
        Long updatedAt,
        long version)
        implements JsonBody {
    /**
     * Returns the values for a session without a summary. {@code current} is true if the session has no messages.
     *
     * @param leafId id of the session's leaf (the message appended last), or null if the session has no message
     */
    static SummaryInfo none(String leafId) {
        return new SummaryInfo(null, null, 0, 0, leafId == null, null, null, 0);
    }

    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("summary", summary);
        out.writeStringField("lastMessageId", lastMessageId);
        out.writeNumberField("messages", messages);
        out.writeNumberField("tokens", tokens);
        out.writeBooleanField("current", current);
        out.writeStringField("createdAt", Times.text(createdAt));
        out.writeStringField("updatedAt", Times.text(updatedAt));
        out.writeEndObject();
    }
}
