package dev.coppice.memory;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.Times;
import java.io.IOException;

/**
 * A session's running summary at one moment.
 *
 * @param summary the text, or null if there is none
 * @param lastMessageId the last message that it covers, or null
 * @param messages number of messages on the path to that message
 * @param tokens of the text
 * @param current true when it covers the path to the session's leaf and none of these messages was changed since
 * @param createdAt time of the first summary, or null; epoch milliseconds here, as {@code updatedAt}, ISO 8601 in JSON
 * @param version the ETag; 0 if there is none
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
    /** The info of a session without a summary, which is current as long as the session is empty. */
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
