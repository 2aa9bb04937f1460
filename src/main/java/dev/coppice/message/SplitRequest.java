package dev.coppice.message;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.format.MessageBody;
import dev.coppice.json.Envelope;
import dev.coppice.json.JsonBody;
import dev.coppice.json.JsonInput;
import java.util.UUID;

/**
 * A request to end a session and continue in a new one.
 *
 * @param id id of the new session, or null to generate one
 * @param name display name of the new session, or null for the name of the session that ends
 * @param summary text of the new session's first message; not null
 */
public record SplitRequest(String id, String name, String summary) {
    /**
     * Creates a request. Throws 422 {@code invalid-id} if the id is invalid, 422 {@code invalid} if the name has more
     * than 255 characters or contains U+0000 or a lone surrogate, or if the summary is missing or contains a lone
     * surrogate. Whether the summary is blank or too long is checked later, by {@link Splits#split}.
     */
    public SplitRequest {
        id = id == null ? UUID.randomUUID().toString() : Ids.check(id, "/id");
        Ids.checkText(name, "/name");
        if (summary == null) {
            throw Problem.at("/summary", Code.INVALID, "This field is required.");
        }
        Ids.checkUnicode(summary, "/summary");
    }

    /**
     * Reads a request body, a JSON object such as {@code {"summary":"…"}}. Throws 400 {@code malformed} if the body is
     * not a valid JSON object or a member is not a string, 400 {@code unknown-field} if it has another member than
     * those of this record, and the errors of the constructor.
     */
    static SplitRequest read(byte[] body) {
        var in = JsonInput.of(body);
        var reader = new Reader();
        Envelope.document(in, field -> reader.field(in, field));
        return new SplitRequest(reader.id, reader.name, reader.summary);
    }

    /**
     * Returns the first message of the new session: an assistant message whose only text is the summary.
     *
     * @param oldSession id of the session that ends
     */
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

    private static final class Reader {
        private String id;
        private String name;
        private String summary;

        Runnable field(JsonInput in, String field) {
            return switch (field) {
                case "id" -> () -> id = in.string();
                case "name" -> () -> name = in.string();
                case "summary" -> () -> summary = in.string();
                default -> in.unknown();
            };
        }
    }
}
