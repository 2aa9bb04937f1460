package dev.coppice.message;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionName;
import java.io.IOException;

/**
 * A message has another text.
 *
 * @param version the message's new version
 */
public record MessageUpdated(SessionName session, String messageId, int version, int tokens) implements SessionEvent {
    @Override
    public void writeMembers(JsonGenerator out) throws IOException {
        out.writeStringField("messageId", messageId);
        out.writeNumberField("version", version);
        out.writeNumberField("tokens", tokens);
    }
}
