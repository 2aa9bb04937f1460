package dev.coppice.message;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.Times;
import java.io.IOException;
import java.util.List;

/**
 * A page of a tree's messages without their bodies, in the order of appending.
 *
 * @param leafId id of the session's leaf, or null while it has no message
 * @param nextCursor cursor of the next page, or null on the last one
 */
public record TreePage(List<Node> nodes, String leafId, String nextCursor) implements JsonBody {
    /**
     * One message of the tree.
     *
     * @param parentId id of the parent, or null for a root
     * @param preview the first characters of the message's text
     * @param createdAt milliseconds since the epoch
     * @param children number of children
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
            if (node.parentId() == null) {
                out.writeBooleanField("root", true);
            }
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
