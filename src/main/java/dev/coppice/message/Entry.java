package dev.coppice.message;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.RawJson;
import dev.coppice.json.Times;
import java.io.IOException;

/**
 * A message and its place in the tree.
 *
 * @param id id of the message
 * @param parentId id of the parent, or null for a root
 * @param depth number of messages above this one on its path, not counting messages that are deleted or beyond
 *     retention; 0 for a root
 * @param tokens tokens of the message
 * @param bytes bytes of the message's JSON as stored
 * @param createdAt time of the message in milliseconds since the epoch; in JSON ISO-8601
 * @param children number of children that are not deleted
 * @param message the message's JSON, byte for byte as stored; the array must not be modified
 * @param version the message's version, used as its ETag
 */
public record Entry(
        String id,
        String parentId,
        int depth,
        int tokens,
        int bytes,
        long createdAt,
        int children,
        byte[] message,
        int version)
        implements JsonBody {
    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("parentId", parentId);
        if (parentId == null) {
            out.writeBooleanField("root", true);
        }
        out.writeNumberField("depth", depth);
        out.writeNumberField("tokens", tokens);
        out.writeNumberField("bytes", bytes);
        out.writeStringField("createdAt", Times.text(createdAt));
        out.writeNumberField("children", children);
        out.writeFieldName("message");
        RawJson.write(out, message);
        out.writeEndObject();
    }
}
