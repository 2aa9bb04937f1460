package dev.coppice.session;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/**
 * A model's usage was added to a session.
 *
 * @param model the model that was called, or null
 */
public record UsageAdded(SessionName session, Usage added, String model) implements SessionEvent {
    @Override
    public void writeMembers(JsonGenerator out) throws IOException {
        out.writeStringField("model", model);
        out.writeFieldName("usage");
        added.write(out);
    }
}
