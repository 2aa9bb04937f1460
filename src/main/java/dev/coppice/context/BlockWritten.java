package dev.coppice.context;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.session.IndexNotice;
import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionName;
import java.io.IOException;
import java.util.List;

/**
 * A block has another content, written through this session; others may share it.
 *
 * @param key of the entry that was written or removed; null for a text
 * @param entry number of a stored entry, by which the search index finds it; null otherwise
 */
public record BlockWritten(SessionName session, String label, String key, Long entry) implements SessionEvent {
    @Override
    public void writeMembers(JsonGenerator out) throws IOException {
        out.writeStringField("label", label);
        if (key != null) {
            out.writeStringField("key", key);
        }
        if (entry != null) {
            out.writeNumberField("entry", entry);
        }
    }

    @Override
    public List<IndexNotice> indexNotices() {
        return entry == null ? List.of() : List.of(new EntryWritten(entry));
    }
}
