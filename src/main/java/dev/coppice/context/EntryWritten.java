package dev.coppice.context;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.session.IndexNotice;
import java.io.IOException;

/**
 * Notice for the search index that a block entry was written or removed. Not part of the public API. The index cannot
 * use the public event {@link BlockWritten}, because that event belongs to one session. Several sessions may share an
 * entry, and the entry remains when the session of the event is deleted.
 *
 * @param entry database id of the entry
 */
record EntryWritten(long entry) implements IndexNotice {
    @Override
    public void writeMembers(JsonGenerator out) throws IOException {
        out.writeNumberField("entry", entry);
    }
}
