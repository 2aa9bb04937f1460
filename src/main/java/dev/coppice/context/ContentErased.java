package dev.coppice.context;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.session.IndexNotice;
import java.io.IOException;
import java.util.List;

/**
 * The content of shared context blocks is removed for good. Fired when the content is given up, and again when its last
 * row is purged. No part of the public API.
 *
 * @param stores numbers of the block stores, by which the search index finds their entries
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
