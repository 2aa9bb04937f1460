package dev.coppice.agent;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.Times;
import java.io.IOException;

/**
 * An agent as it stood at one moment. Times are epoch milliseconds here, ISO-8601 in JSON.
 *
 * @param version for {@code If-Match}; not part of the JSON, but its ETag
 */
public record AgentInfo(AgentSpec spec, long version, long createdAt, long updatedAt) implements JsonBody {
    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        spec.writeMembers(out);
        out.writeStringField("createdAt", Times.text(createdAt));
        out.writeStringField("updatedAt", Times.text(updatedAt));
        out.writeEndObject();
    }
}
