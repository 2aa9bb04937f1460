package dev.coppice.message;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionName;
import java.io.IOException;

/**
 * All messages of a session were removed.
 *
 * @param messages how many there were
 */
public record HistoryCleared(SessionName session, int messages) implements SessionEvent {
    @Override
    public void writeMembers(JsonGenerator out) throws IOException {
        out.writeNumberField("messages", messages);
    }
}
