package dev.coppice.context;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.session.IndexNotice;
import java.io.IOException;

/**
 * An entry of a context block was written. The notice is separate from {@link BlockWritten} because an entry that several
 * sessions share outlives the session that wrote it. No part of the public API.
 *
 * @param entry number of the stored entry
 */
record EntryWritten(long entry) implements IndexNotice {
    @Override
    public void writeMembers(JsonGenerator out) throws IOException {
        out.writeNumberField("entry", entry);
    }
}
