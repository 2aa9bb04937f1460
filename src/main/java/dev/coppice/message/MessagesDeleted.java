package dev.coppice.message;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionName;
import java.io.IOException;
import java.util.List;

/** Some messages were deleted by one call. */
public record MessagesDeleted(SessionName session, List<String> messageIds) implements SessionEvent {
    @Override
    public void writeMembers(JsonGenerator out) throws IOException {
        out.writeArrayFieldStart("messageIds");
        for (var id : messageIds) {
            out.writeString(id);
        }
        out.writeEndArray();
    }
}
