package dev.coppice.message;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.Times;
import java.io.IOException;

/**
 * A compaction of a session, as the API returns it: a summary that replaces a range of messages in the history.
 *
 * @param id id of the compaction
 * @param fromMessageId id of the first message that the summary replaces
 * @param toMessageId id of the last message that the summary replaces
 * @param summary text of the summary
 * @param messages number of messages that the summary replaced when it was stored
 * @param tokensBefore tokens of those messages at that time, with earlier compactions applied
 * @param tokensAfter tokens of the summary
 * @param createdAt time at which the summary was stored, in milliseconds since the epoch; in JSON ISO-8601
 * @param superseded true if another compaction overlaps this one and histories contain the other one's summary instead
 */
public record Compaction(
        String id,
        String fromMessageId,
        String toMessageId,
        String summary,
        int messages,
        long tokensBefore,
        long tokensAfter,
        long createdAt,
        boolean superseded)
        implements JsonBody {
    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("id", id);
        out.writeStringField("fromMessageId", fromMessageId);
        out.writeStringField("toMessageId", toMessageId);
        out.writeStringField("summary", summary);
        out.writeNumberField("messages", messages);
        out.writeNumberField("tokensBefore", tokensBefore);
        out.writeNumberField("tokensAfter", tokensAfter);
        out.writeStringField("createdAt", Times.text(createdAt));
        out.writeBooleanField("superseded", superseded);
        out.writeEndObject();
    }
}
