package dev.coppice.context;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionName;
import java.io.IOException;

/**
 * Event: a skill document was removed from messages on the path to the session's leaf. One request changes at most
 * {@code coppice.context.max-unloaded} messages. Messages beyond this number still contain the document.
 *
 * @param label name of the skill block
 * @param key the name by which the model loaded the document: its key, or its title
 */
public record SkillUnloaded(SessionName session, String label, String key) implements SessionEvent {
    @Override
    public void writeMembers(JsonGenerator out) throws IOException {
        out.writeStringField("label", label);
        out.writeStringField("key", key);
    }
}
