package dev.coppice.state;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionName;
import java.io.IOException;
import java.util.Locale;

/**
 * A value or the state object of a session was written or deleted.
 *
 * @param key key of the value, or null for the state object
 * @param version version after the write; 0 after a delete
 */
public record StateSaved(SessionName session, String key, long version, How how) implements SessionEvent {
    /** The kind of change. */
    public enum How {
        CREATED,
        /** Items were appended to a list; nothing else changed. */
        APPENDED,
        REWRITTEN,
        DELETED;

        /** The JSON value. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public void writeMembers(JsonGenerator out) throws IOException {
        out.writeStringField("key", key);
        out.writeNumberField("version", version);
        out.writeStringField("how", how.word());
    }
}
