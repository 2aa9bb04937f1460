package dev.coppice.compaction;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionName;
import java.io.IOException;

/**
 * Event: an automatic compaction of a session failed. The messages that triggered it are stored nevertheless.
 *
 * @param session name of the session
 * @param reason why the compaction failed, as a sentence in English
 */
public record CompactionFailed(SessionName session, String reason) implements SessionEvent {
    @Override
    public void writeMembers(JsonGenerator out) throws IOException {
        out.writeStringField("reason", reason);
    }
}
