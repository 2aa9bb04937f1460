package dev.coppice.message;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.Times;
import java.io.IOException;
import java.util.List;

/** A page of a tree without message bodies, in the order of appending. */
public record TreePage(List<Node> nodes, String leafId, String nextCursor) implements JsonBody {
    /**
     * One message.
     *
     * @param parentId null at a root
     * @param preview the first characters of its text
     * @param createdAt epoch milliseconds
     */
    public record Node(
            String id, String parentId, String role, String preview, long createdAt, int tokens, int children) {}

    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeArrayFieldStart("nodes");
        for (var node : nodes) {
            out.writeStartObject();
            out.writeStringField("id", node.id());
            out.writeStringField("parentId", node.parentId());
            out.writeStringField("role", node.role());
            out.writeStringField("preview", node.preview());
            out.writeStringField("createdAt", Times.text(node.createdAt()));
            out.writeNumberField("tokens", node.tokens());
            out.writeNumberField("children", node.children());
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeStringField("leafId", leafId);
        out.writeStringField("nextCursor", nextCursor);
        out.writeEndObject();
    }
}
