package dev.coppice.run;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.Times;
import dev.coppice.session.Usage;
import java.io.IOException;
import java.util.List;

/**
 * A run without its checkpoint and requirements, for lists.
 *
 * @param namespace name of the session's namespace
 * @param agentId the agent that runs, or null
 * @param status name of the {@link RunStatus} in JSON
 * @param waitsFor types of the requirements, each once, in the order of their first appearance; empty if there are none
 * @param usage total usage of the run, as it was last saved
 * @param version the number of saves that changed the run; used as its ETag
 * @param createdAt time of the first save, in milliseconds since the epoch; in JSON ISO-8601
 * @param updatedAt time of the last save that changed the run, in milliseconds since the epoch; in JSON ISO-8601
 */
public record RunInfo(
        String runId,
        String sessionId,
        String namespace,
        String agentId,
        String status,
        List<String> waitsFor,
        Usage usage,
        long version,
        long createdAt,
        long updatedAt)
        implements JsonBody {
    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        writeMembers(out);
        out.writeEndObject();
    }

    void writeMembers(JsonGenerator out) throws IOException {
        out.writeStringField("runId", runId);
        out.writeStringField("sessionId", sessionId);
        out.writeStringField("namespace", namespace);
        out.writeStringField("agentId", agentId);
        out.writeStringField("status", status);
        out.writeArrayFieldStart("waitsFor");
        for (var type : waitsFor) {
            out.writeString(type);
        }
        out.writeEndArray();
        out.writeFieldName("usage");
        usage.write(out);
        out.writeNumberField("version", version);
        out.writeStringField("createdAt", Times.text(createdAt));
        out.writeStringField("updatedAt", Times.text(updatedAt));
    }
}
