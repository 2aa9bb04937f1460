package dev.coppice.context;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.session.IndexNotice;
import java.io.IOException;

/**
 * Notice for the search index that a block entry was written. Not part of the public API. {@link BlockWritten} is not
 * enough for the index: it belongs to a session, and an entry that several sessions share outlives that session.
 *
 * @param entry database id of the stored entry
 */
record EntryWritten(long entry) implements IndexNotice {
    @Override
    public void writeMembers(JsonGenerator out) throws IOException {
        out.writeNumberField("entry", entry);
    }
}
