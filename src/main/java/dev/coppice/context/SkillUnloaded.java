package dev.coppice.context;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionName;
import java.io.IOException;

/** The document of a skill block was taken out of all messages on the path that held it. */
public record SkillUnloaded(SessionName session, String label, String key) implements SessionEvent {
    @Override
    public void writeMembers(JsonGenerator out) throws IOException {
        out.writeStringField("label", label);
        out.writeStringField("key", key);
    }
}
