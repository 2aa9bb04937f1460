package dev.coppice.message;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionName;
import java.io.IOException;

/**
 * Messages that a session retains no more, and that nobody has seen since, are removed for good.
 *
 * @param branch the number of the run of messages that they lay on
 * @param from where they began on it
 * @param to where they ended
 */
public record MessagesPurged(SessionName session, long branch, int from, int to) implements SessionEvent {
    @Override
    public void writeMembers(JsonGenerator out) throws IOException {
        out.writeNumberField("branch", branch);
        out.writeNumberField("from", from);
        out.writeNumberField("to", to);
    }
}
