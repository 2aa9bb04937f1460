package dev.coppice.agent;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.Times;
import java.io.IOException;
import java.util.Map;

/**
 * A copy of an agent, as returned in JSON. Times are milliseconds since the epoch, in JSON ISO-8601.
 *
 * @param spec the agent's specification
 * @param legacyMembers the members {@code summary} and {@code profile}, by name, if an older release stored them in a
 *     form that this release does not write. Responses return them as they were stored. Empty if there are none
 * @param version version of the agent, sent as the header {@code ETag} and not in the JSON
 * @param createdAt time of creation
 * @param updatedAt time of the last change
 */
public record AgentInfo(
        AgentSpec spec, Map<String, JsonBody> legacyMembers, long version, long createdAt, long updatedAt)
        implements JsonBody {
    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        spec.writeMembers(out, legacyMembers);
        out.writeStringField("createdAt", Times.text(createdAt));
        out.writeStringField("updatedAt", Times.text(updatedAt));
        out.writeEndObject();
    }
}
