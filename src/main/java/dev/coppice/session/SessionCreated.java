package dev.coppice.session;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/**
 * A session was made.
 *
 * @param parentSessionId the session that it descends from, or null
 * @param forkedAtMessageId the last message that it inherited from there, or null: then it has none
 */
public record SessionCreated(SessionName session, String parentSessionId, String forkedAtMessageId)
        implements SessionEvent {
    @Override
    public void writeMembers(JsonGenerator out) throws IOException {
        if (parentSessionId != null) {
            out.writeStringField("parentSessionId", parentSessionId);
        }
        if (forkedAtMessageId != null) {
            out.writeStringField("forkedAtMessageId", forkedAtMessageId);
        }
    }
}
