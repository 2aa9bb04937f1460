package dev.coppice.context;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionName;
import java.io.IOException;

/**
 * Event: a block was removed from a session. The block's stored content is not deleted.
 *
 * @param label name of the block in the session
 */
public record BlockRemoved(SessionName session, String label) implements SessionEvent {
    @Override
    public void writeMembers(JsonGenerator out) throws IOException {
        out.writeStringField("label", label);
    }
}
