package dev.coppice.context;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.session.IndexNotice;
import java.io.IOException;
import java.util.List;

/**
 * The content of blocks is being erased. A notice between packages, observed inside the transaction; not part of the
 * public API. Fired when the content is abandoned, and again when its last row is deleted.
 *
 * @param stores database ids of the stored blocks, as the search index stores them with entries
 */
public record ContentErased(List<Long> stores) implements IndexNotice {
    @Override
    public void writeMembers(JsonGenerator out) throws IOException {
        out.writeArrayFieldStart("stores");
        for (long store : stores) {
            out.writeNumber(store);
        }
        out.writeEndArray();
    }
}
