package dev.coppice.context;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionName;
import java.io.IOException;

/**
 * Event: a skill document was removed from the messages on the path to the session's leaf, but from at most
 * {@code coppice.context.max-unloaded} messages. If more messages contain the document, it stays in them.
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
