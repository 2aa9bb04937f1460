package dev.coppice.memory;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.Times;
import java.io.IOException;

/**
 * A session's running summary as it stood at one moment. Times are epoch milliseconds here, ISO-8601 in JSON.
 *
 * @param summary the text, or null while there is none
 * @param lastMessageId the last message that it stands for, or null
 * @param messages of the path to that message
 * @param tokens of the text
 * @param current true when it stands for the path to the session's leaf, and no message of it was changed since
 * @param createdAt when the first one was made, or null
 * @param version its ETag; 0 while there is none
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
    /** What a session has that was never summarised: right as long as there is nothing to summarise. */
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
