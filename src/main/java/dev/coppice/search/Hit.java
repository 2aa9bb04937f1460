package dev.coppice.search;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.NullableMembers;
import dev.coppice.json.Times;
import dev.coppice.session.SessionName;
import java.io.IOException;

/**
 * A found message.
 *
 * @param sessionName the session's display name, or null
 * @param createdAt epoch milliseconds
 * @param score between 0 and 1, 1 for the best hit; not comparable between searches
 * @param snippet HTML: matches in {@code <mark>}, everything else escaped
 * @param text the whole text, or null if not requested
 * @param neighbours the messages before and after it, or null if not requested
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

    /** The messages before and after a hit; null where there is none. */
    public record Neighbours(Neighbour before, Neighbour after) {}

    /** A message next to a hit. */
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
