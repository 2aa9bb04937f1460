package dev.coppice.message;

import dev.coppice.Ids;
import dev.coppice.json.Envelope;
import dev.coppice.json.JsonInput;

/**
 * A request to fork a session.
 *
 * @param atMessageId id of the last message to inherit, or id of a summary, to inherit up to the last message that it
 *     replaces; null for the session's leaf (the message appended last)
 * @param id id of the fork, or null to generate one
 * @param name display name, or null
 */
public record ForkRequest(String atMessageId, String id, String name) {
    /**
     * Creates a request. Throws 422 {@code invalid-id} if the id is invalid, 422 {@code invalid} if the name has more
     * than 255 characters, or contains U+0000 or a lone surrogate.
     */
    public ForkRequest {
        Ids.checkOrNull(id, "/id");
        Ids.checkText(name, "/name");
    }

    /**
     * Reads a request body, a JSON object such as {@code {"atMessageId":"q9"}}. An empty body is a request to fork at
     * the session's leaf. Throws 400 {@code malformed} if the body is not a valid JSON object or a member is not a
     * string, 400 {@code unknown-field} if it has another member than those of this record, and the errors of the
     * constructor.
     */
    static ForkRequest read(byte[] body) {
        var reader = new Reader();
        if (body.length > 0) {
            var in = JsonInput.of(body);
            Envelope.document(in, field -> reader.field(in, field));
        }
        return new ForkRequest(reader.atMessageId, reader.id, reader.name);
    }

    private static final class Reader {
        private String atMessageId;
        private String id;
        private String name;

        Runnable field(JsonInput in, String field) {
            return switch (field) {
                case "atMessageId" -> () -> atMessageId = in.string();
                case "id" -> () -> id = in.string();
                case "name" -> () -> name = in.string();
                default -> in.unknown();
            };
        }
    }
}
