package dev.coppice.search;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.NullableMembers;
import dev.coppice.json.Times;
import dev.coppice.session.SessionName;
import java.io.IOException;

/**
 * A message that was found.
 *
 * @param sessionName what people call the session, or null
 * @param createdAt epoch milliseconds
 * @param score between 0 and 1, the best of the answer has 1; says nothing beyond this answer
 * @param snippet HTML: {@code <mark>} around what matches, everything else escaped
 * @param text the whole text, or null when it was not asked for
 * @param neighbours the messages before and after it, or null when they were not asked for
 */
public record Hit(
        SessionName session,
        String sessionName,
        String messageId,
        String role,
        long createdAt,
        double score,
        String snippet,
        String text,
        Neighbours neighbours)
        implements JsonBody {

    /** The messages around a hit, null at the ends of its branch. */
    public record Neighbours(Neighbour before, Neighbour after) {}

    /** A message beside a hit. */
    public record Neighbour(String messageId, String role, long createdAt, String text) implements JsonBody {
        @Override
        public void write(JsonGenerator out) throws IOException {
            out.writeStartObject();
            out.writeStringField("messageId", messageId);
            out.writeStringField("role", role);
            out.writeStringField("createdAt", Times.text(createdAt));
            out.writeStringField("text", text);
            out.writeEndObject();
        }
    }

    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("sessionId", session.id());
        out.writeStringField("namespace", session.namespace());
        out.writeStringField("sessionName", sessionName);
        out.writeStringField("messageId", messageId);
        out.writeStringField("role", role);
        out.writeStringField("createdAt", Times.text(createdAt));
        out.writeNumberField("score", Math.round(score * 10_000) / 10_000.0);
        out.writeStringField("snippet", snippet);
        if (text != null) {
            out.writeStringField("text", text);
        }
        if (neighbours != null) {
            out.writeObjectFieldStart("neighbours");
            NullableMembers.body(out, "before", neighbours.before());
            NullableMembers.body(out, "after", neighbours.after());
            out.writeEndObject();
        }
        out.writeEndObject();
    }
}
