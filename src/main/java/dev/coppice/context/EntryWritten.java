package dev.coppice.context;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.session.IndexNotice;
import java.io.IOException;

/**
 * Notice for the search index: a block entry was written. Not part of the public API. The public event
 * {@link BlockWritten} is not enough for the index, because it belongs to one session. Several sessions may share an
 * entry, and it remains when that session is deleted.
 *
 * @param entry database id of the stored entry
 */
record EntryWritten(long entry) implements IndexNotice {
    @Override
    public void writeMembers(JsonGenerator out) throws IOException {
        out.writeNumberField("entry", entry);
    }
}
