package dev.coppice.state;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionName;
import java.io.IOException;
import java.util.Locale;

/**
 * Something that a session keeps was written.
 *
 * @param key the value's, or null for the session's state object
 * @param version of it now; 0 when it was deleted
 */
public record StateSaved(SessionName session, String key, long version, How how) implements SessionEvent {
    /** What has changed. */
    public enum How {
        CREATED,
        /** Items came at the end of a list; nothing else changed. */
        APPENDED,
        REWRITTEN,
        DELETED;

        /** As it is said in JSON. */
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
