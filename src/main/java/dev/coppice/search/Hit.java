package dev.coppice.search;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.NullableMembers;
import dev.coppice.json.Times;
import dev.coppice.session.SessionName;
import java.io.IOException;

/**
 * A message found by a search, as returned in JSON.
 *
 * @param session name of the session that the hit belongs to
 * @param sessionName the session's display name, or null
 * @param messageId id of the message
 * @param role role of the message
 * @param createdAt time of the message, in milliseconds since the epoch
 * @param score between 0 and 1, relative to the best match in the search index, which has 1. The best hit has less than
 *     1 if the client cannot see that match. Scores of different searches cannot be compared.
 * @param snippet excerpt of the text as HTML, with matches in {@code <mark>} and everything else escaped
 * @param text what people and models said in the message, not shortened; if they said nothing, the reasoning and tool
 *     calls in the message; null if not requested
 * @param neighbours the messages before and after the found message, or null if not requested
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

    /**
     * The messages next to a found message.
     *
     * @param before the parent of the message as the session shows it; null if the session shows none, for example for
     *     a root
     * @param after the oldest child of the message; null if it has none
     */
    public record Neighbours(Neighbour before, Neighbour after) {}

    /**
     * A message next to a found message, as returned in JSON.
     *
     * @param messageId id of the message
     * @param role role of the message
     * @param createdAt time of the message, in milliseconds since the epoch
     * @param text the whole text of the message
     */
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
