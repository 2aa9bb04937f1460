package dev.coppice.message;

import dev.coppice.Ids;
import dev.coppice.json.JsonInput;

/**
 * What is wanted of a fork.
 *
 * @param atMessageId the last message that it begins with, or null for the leaf
 * @param id of the new session, or null
 * @param name what people call it, or null
 */
public record ForkRequest(String atMessageId, String id, String name) {
    /** Checks id and name; 422 {@code invalid-id} or {@code invalid}. */
    public ForkRequest {
        Ids.checkOrNull(id, "/id");
        Ids.text(name, "/name");
    }

    /** The body of a request; an empty one asks for a fork at the leaf. */
    static ForkRequest read(byte[] body) {
        var read = new String[3];
        if (body.length > 0) {
            var in = JsonInput.of(body);
            in.document(field -> {
                switch (field) {
                    case "atMessageId" -> read[0] = in.stringOrNull();
                    case "id" -> read[1] = in.stringOrNull();
                    case "name" -> read[2] = in.stringOrNull();
                    default -> in.unknown();
                }
            });
        }
        return new ForkRequest(read[0], read[1], read[2]);
    }
}
