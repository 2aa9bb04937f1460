package dev.coppice.context;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionName;
import java.io.IOException;

/**
 * Event: a message with the content of a skill document was stored. From now on, the history contains the document.
 *
 * @param label name of the skill block
 * @param key the name by which the model loaded the document: its key, or its title
 */
public record SkillLoaded(SessionName session, String label, String key) implements SessionEvent {
    @Override
    public void writeMembers(JsonGenerator out) throws IOException {
        out.writeStringField("label", label);
        out.writeStringField("key", key);
    }
}
