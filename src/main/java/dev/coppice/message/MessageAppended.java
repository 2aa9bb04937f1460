package dev.coppice.message;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionName;
import java.io.IOException;

/**
 * A message was appended.
 *
 * @param parentId null for a root
 * @param seq its number in the session
 */
public record MessageAppended(SessionName session, String messageId, String parentId, String role, long seq, int tokens)
        implements SessionEvent {
    @Override
    public void writeMembers(JsonGenerator out) throws IOException {
        out.writeStringField("messageId", messageId);
        out.writeStringField("parentId", parentId);
        out.writeStringField("role", role);
        out.writeNumberField("seq", seq);
        out.writeNumberField("tokens", tokens);
    }
}
