package dev.coppice.message;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.Times;
import java.io.IOException;
import java.util.List;

/**
 * A page of the tree of a session's messages, without their bodies.
 *
 * @param nodes either a {@link Node} for each message of the page, in the order of appending, or (with
 *     {@code runs=true}) a {@link MessageRun} for each run of messages
 * @param leafId id of the session's leaf (the message appended last), whether or not this page contains it; null if the
 *     session has no message
 * @param nextCursor cursor of the next page; null on the last page
 */
public record TreePage(List<? extends JsonBody> nodes, String leafId, String nextCursor) implements JsonBody {
    /**
     * One message of the tree.
     *
     * @param id id of the message
     * @param parentId id of the parent, or null for a root
     * @param role value of the message's member {@code role}, such as {@code user}
     * @param preview one line with the beginning of the message's first text; empty if it has no text
     * @param createdAt time of the message in milliseconds since the epoch; in JSON ISO-8601
     * @param tokens tokens of the message
     * @param bytes bytes of the message's JSON as stored
     * @param children number of children that are not deleted
     */
    public record Node(
            String id,
            String parentId,
            String role,
            String preview,
            long createdAt,
            int tokens,
            int bytes,
            int children)
            implements JsonBody {
        @Override
        public void write(JsonGenerator out) throws IOException {
            out.writeStartObject();
            out.writeStringField("id", id);
            out.writeStringField("parentId", parentId);
            if (parentId == null) {
                out.writeBooleanField("root", true);
            }
            out.writeStringField("role", role);
            out.writeStringField("preview", preview);
            out.writeStringField("createdAt", Times.text(createdAt));
            out.writeNumberField("tokens", tokens);
            out.writeNumberField("bytes", bytes);
            out.writeNumberField("children", children);
            out.writeEndObject();
        }
    }

    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeArrayFieldStart("nodes");
        for (var node : nodes) {
            node.write(out);
        }
        out.writeEndArray();
        out.writeStringField("leafId", leafId);
        out.writeStringField("nextCursor", nextCursor);
        out.writeEndObject();
    }
}
