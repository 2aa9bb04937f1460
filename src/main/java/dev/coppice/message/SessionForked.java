package dev.coppice.message;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionName;
import java.io.IOException;

/**
 * A session began as a fork of another one. In the log it is the other one's: of itself the fork tells that it was
 * created.
 *
 * @param session the fork
 * @param parentSessionId the session that it was forked from, in the same namespace
 * @param messageId the last message that it inherited; null when there was none
 * @param messages how many it inherited
 */
public record SessionForked(SessionName session, String parentSessionId, String messageId, int messages)
        implements SessionEvent {
    @Override
    public void writeMembers(JsonGenerator out) throws IOException {
        out.writeStringField("parentSessionId", parentSessionId);
        out.writeStringField("messageId", messageId);
        out.writeNumberField("messages", messages);
    }
}
