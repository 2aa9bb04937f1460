package dev.coppice.message;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionName;
import java.io.IOException;

/**
 * A summary was taken off: readers see the messages again.
 *
 * @param tokens of the leaf's path as readers see it now
 */
public record CompactionUndone(SessionName session, String compactionId, long tokens) implements SessionEvent {
    @Override
    public void writeMembers(JsonGenerator out) throws IOException {
        out.writeStringField("compactionId", compactionId);
        out.writeNumberField("tokens", tokens);
    }
}
