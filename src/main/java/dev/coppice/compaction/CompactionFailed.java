package dev.coppice.compaction;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionName;
import java.io.IOException;

/**
 * A session should have been compacted by itself, and was not. What was appended is stored all the same.
 *
 * @param reason for people
 */
public record CompactionFailed(SessionName session, String reason) implements SessionEvent {
    @Override
    public void writeMembers(JsonGenerator out) throws IOException {
        out.writeStringField("reason", reason);
    }
}
