package dev.coppice.context;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.session.IndexNotice;
import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionName;
import java.io.IOException;
import java.util.List;

/**
 * Event: the content of a block was changed by a request for this session. Other sessions may share the content.
 *
 * @param label name of the block in the session
 * @param key key of the written or removed entry; null if the block has one text instead of entries
 * @param entry database id of the entry, for the search index; null for a text and for an entry outside the database
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
