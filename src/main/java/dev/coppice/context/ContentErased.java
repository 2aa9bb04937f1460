package dev.coppice.context;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.session.IndexNotice;
import java.io.IOException;
import java.util.List;

/**
 * Notice for the search index: blocks that the sessions of a user share are being erased. Not part of the public API.
 * Fired inside the transaction: once when the content is hidden, and again when the last row of a block is deleted.
 *
 * @param stores database ids of the stored blocks; the search index stores them with each entry
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
