package dev.coppice.context;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.session.IndexNotice;
import java.io.IOException;
import java.util.List;

/**
 * Notice for the search index that the content of a user's blocks is erased. Not part of the public API. Fired first in
 * the transaction that makes the content invisible: one notice for all blocks. Fired again in the transaction that
 * purges a block: one notice for this block, because a rebuild of the index may have added its invisible entries again.
 *
 * @param stores database ids of the stored blocks ({@link StoredBlock}); the index document of each entry contains the
 *     id of its block
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
