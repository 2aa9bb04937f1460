package dev.coppice.openai;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.RawJson;
import dev.coppice.session.SessionInfo;
import dev.coppice.session.SessionsByAge;
import java.io.IOException;

/**
 * A session in the JSON form of a conversation of OpenAI's API.
 *
 * @param id id of the conversation
 * @param createdAt time of creation, in milliseconds since the epoch; the JSON has seconds
 * @param metadata metadata of the session as a JSON object
 */
record ConversationBody(String id, long createdAt, byte[] metadata) implements JsonBody {
    private static final int MILLIS = 1000;

    ConversationBody(SessionInfo session) {
        this(session.id(), session.createdAt(), session.metadata());
    }

    ConversationBody(SessionsByAge.AgedSession session) {
        this(session.id(), session.createdAt(), session.metadata());
    }

    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("id", id);
        out.writeStringField("object", "conversation");
        writeRest(out);
        out.writeEndObject();
    }

    /**
     * Writes the members {@code created_at} and {@code metadata}. The response to the deletion of an item has these
     * members too.
     */
    void writeRest(JsonGenerator out) throws IOException {
        out.writeNumberField("created_at", Math.floorDiv(createdAt, (long) MILLIS));
        out.writeFieldName("metadata");
        RawJson.write(out, metadata);
    }
}
