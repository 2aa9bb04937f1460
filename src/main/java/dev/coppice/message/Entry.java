package dev.coppice.message;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.RawJson;
import dev.coppice.json.Times;
import java.io.IOException;

/**
 * A message and its place in the tree.
 *
 * @param parentId null at a root
 * @param depth number of live messages above, 0 for a root
 * @param createdAt epoch milliseconds
 * @param children number of live children
 * @param message the message's JSON, verbatim
 * @param version the message's version, used as its ETag
 */
public record Entry(
        String id, String parentId, int depth, int tokens, long createdAt, int children, byte[] message, int version)
        implements JsonBody {
    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("parentId", parentId);
        out.writeNumberField("depth", depth);
        out.writeNumberField("tokens", tokens);
        out.writeStringField("createdAt", Times.text(createdAt));
        out.writeNumberField("children", children);
        out.writeFieldName("message");
        RawJson.write(out, message);
        out.writeEndObject();
    }
}
