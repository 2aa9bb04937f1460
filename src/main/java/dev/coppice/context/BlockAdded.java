package dev.coppice.context;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionName;
import java.io.IOException;

/**
 * Event: a block was added to a session.
 *
 * @param label name of the block in the session
 */
public record BlockAdded(SessionName session, String label) implements SessionEvent {
    @Override
    public void writeMembers(JsonGenerator out) throws IOException {
        out.writeStringField("label", label);
    }
}
