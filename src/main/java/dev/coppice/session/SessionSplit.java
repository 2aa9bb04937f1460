package dev.coppice.session;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** A session has ended, and another one of its namespace goes on in its place. */
public record SessionSplit(SessionName session, String newSessionId) implements SessionEvent {
    @Override
    public void writeMembers(JsonGenerator out) throws IOException {
        out.writeStringField("newSessionId", newSessionId);
    }
}
