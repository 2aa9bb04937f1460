package dev.coppice.compaction;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionName;
import java.io.IOException;

/**
 * Event: an automatic compaction of a session failed. The messages that triggered it are stored nevertheless.
 *
 * @param reason why it failed, as a sentence in English
 */
public record CompactionFailed(SessionName session, String reason) implements SessionEvent {
    @Override
    public void writeMembers(JsonGenerator out) throws IOException {
        out.writeStringField("reason", reason);
    }
}
