package dev.coppice.agent;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.Times;
import java.io.IOException;
import java.util.Map;

/**
 * An agent as it stood at one moment. Times are epoch milliseconds here, ISO-8601 in JSON.
 *
 * @param kept what is written in place of members of the specification, as it was stored
 * @param version for {@code If-Match}; not part of the JSON, but its ETag
 */
public record AgentInfo(AgentSpec spec, Map<String, JsonBody> kept, long version, long createdAt, long updatedAt)
        implements JsonBody {
    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        spec.writeMembers(out, kept);
        out.writeStringField("createdAt", Times.text(createdAt));
        out.writeStringField("updatedAt", Times.text(updatedAt));
        out.writeEndObject();
    }
}
