package dev.coppice.state;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionName;
import java.io.IOException;
import java.util.Locale;

/**
 * Event: a value or the state object of a session was written, or a value was deleted.
 *
 * @param key key of the value, or null for the state object
 * @param version version of the value or the state object after the write; 0 after a delete
 * @param how what the write did
 */
public record StateSaved(SessionName session, String key, long version, How how) implements SessionEvent {
    /** Effect of a write on the value or the state object. */
    public enum How {
        CREATED,
        /** Items were appended to a list, and nothing else was changed. */
        APPENDED,
        REWRITTEN,
        DELETED;

        /** Returns the name of the effect in JSON, for example {@code appended}. */
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
