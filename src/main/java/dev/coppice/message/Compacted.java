package dev.coppice.message;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionName;
import java.io.IOException;

/**
 * A summary stands for some messages.
 *
 * @param tokensBefore of what readers saw in its place
 * @param tokensAfter of the summary
 * @param tokens of the leaf's path as readers see it now
 */
public record Compacted(
        SessionName session, String compactionId, int messages, long tokensBefore, long tokensAfter, long tokens)
        implements SessionEvent {
    @Override
    public void writeMembers(JsonGenerator out) throws IOException {
        out.writeStringField("compactionId", compactionId);
        out.writeNumberField("messages", messages);
        out.writeNumberField("tokensBefore", tokensBefore);
        out.writeNumberField("tokensAfter", tokensAfter);
        out.writeNumberField("tokens", tokens);
    }
}
