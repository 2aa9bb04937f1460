package dev.coppice.message;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.format.MessageBody;
import dev.coppice.json.JsonBody;
import dev.coppice.json.JsonInput;
import java.util.UUID;

/**
 * How a session is to go on in another one.
 *
 * @param id of the new session
 * @param name of the new session, or null for the old one's
 * @param summary what the new session begins with
 */
public record SplitRequest(String id, String name, String summary) {
    /** Checks all but the summary's length; 422 {@code invalid-id} or {@code invalid}. A null id is made. */
    public SplitRequest {
        id = id == null ? UUID.randomUUID().toString() : Ids.check(id, "/id");
        Ids.text(name, "/name");
        if (summary == null) {
            throw Problem.at("/summary", Code.INVALID, "This field is needed.");
        }
        Ids.whole(summary, "/summary");
    }

    static SplitRequest read(byte[] body) {
        var in = JsonInput.of(body);
        var read = new String[3];
        in.document(field -> {
            switch (field) {
                case "id" -> read[0] = in.stringOrNull();
                case "name" -> read[1] = in.stringOrNull();
                case "summary" -> read[2] = in.string();
                default -> in.unknown();
            }
        });
        return new SplitRequest(read[0], read[1], read[2]);
    }

    /** The first message of the new session. */
    MessageBody message(String oldSession) {
        return MessageBody.of(JsonBody.object(out -> {
            out.writeStringField("role", "assistant");
            out.writeArrayFieldStart("parts");
            out.writeStartObject();
            out.writeStringField("type", "text");
            out.writeStringField("text", summary);
            out.writeEndObject();
            out.writeEndArray();
            out.writeObjectFieldStart("metadata");
            out.writeObjectFieldStart("split");
            out.writeStringField("sessionId", oldSession);
            out.writeEndObject();
            out.writeEndObject();
        }));
    }
}
