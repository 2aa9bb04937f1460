package dev.coppice.message;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.Times;
import java.io.IOException;

/**
 * A run of messages: a sequence in which each message but the last has exactly one child, the next message.
 *
 * @param firstId id of the topmost message
 * @param lastId id of the last message, which has no child or more than one
 * @param parentId id of the last message of the run above; null if the run begins with a root
 * @param depth number of messages above the first one on its path, not counting deleted ones; 0 if the first one is a
 *     root
 * @param count number of messages
 * @param tokens tokens of the messages
 * @param bytes bytes of the messages as stored
 * @param firstCreatedAt time of the first message in milliseconds since the epoch; in JSON ISO-8601
 * @param lastCreatedAt time of the last message in milliseconds since the epoch; in JSON ISO-8601
 * @param children number of runs of messages that begin directly below the last message; 0, 2 or more
 */
public record MessageRun(
        String firstId,
        String lastId,
        String parentId,
        int depth,
        int count,
        long tokens,
        long bytes,
        long firstCreatedAt,
        long lastCreatedAt,
        int children)
        implements JsonBody {
    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("firstId", firstId);
        out.writeStringField("lastId", lastId);
        out.writeStringField("parentId", parentId);
        if (parentId == null) {
            out.writeBooleanField("root", true);
        }
        out.writeNumberField("depth", depth);
        out.writeNumberField("count", count);
        out.writeNumberField("tokens", tokens);
        out.writeNumberField("bytes", bytes);
        out.writeStringField("firstCreatedAt", Times.text(firstCreatedAt));
        out.writeStringField("lastCreatedAt", Times.text(lastCreatedAt));
        out.writeNumberField("children", children);
        out.writeEndObject();
    }
}
