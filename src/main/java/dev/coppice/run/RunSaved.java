package dev.coppice.run;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionName;
import dev.coppice.session.Usage;
import java.io.IOException;

/**
 * Event: a save has created or changed a run, or an import has created it.
 *
 * @param agentId the agent that runs, or null
 * @param status status of the run after the save
 * @param version version of the run after the save
 * @param usage total usage of the run after the save, not only what this save added
 */
public record RunSaved(SessionName session, String runId, String agentId, RunStatus status, long version, Usage usage)
        implements SessionEvent {
    @Override
    public void writeMembers(JsonGenerator out) throws IOException {
        out.writeStringField("runId", runId);
        out.writeStringField("agentId", agentId);
        out.writeStringField("status", status.word());
        out.writeNumberField("version", version);
        out.writeFieldName("usage");
        usage.write(out);
    }
}
