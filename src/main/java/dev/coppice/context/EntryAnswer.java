package dev.coppice.context;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.Times;
import java.io.IOException;

/**
 * A block entry (a keyed document within a context block), as returned in JSON.
 *
 * @param entry the entry; its content is null in a list of entries
 * @param version version of the entry, sent as the header {@code ETag} and not in the JSON; 0 in a list or a search
 *     result, and if the provider has no versions
 * @param createdAt time of creation, in milliseconds since the epoch; null in a list or a search result, and if the
 *     provider does not store it
 * @param updatedAt time of the last change, in milliseconds since the epoch; null in the same cases
 */
public record EntryAnswer(BlockEntry entry, long version, Long createdAt, Long updatedAt) implements JsonBody {
    /**
     * Returns the answer for an entry without version and times: in a list or a search result, or if the provider does
     * not store them.
     */
    static EntryAnswer of(BlockEntry entry) {
        return new EntryAnswer(entry, 0, null, null);
    }

    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("key", entry.key());
        out.writeStringField("title", entry.title());
        out.writeStringField("description", entry.description());
        if (entry.content() != null) {
            out.writeStringField("content", entry.content());
        }
        out.writeStringField("createdAt", Times.text(createdAt));
        out.writeStringField("updatedAt", Times.text(updatedAt));
        out.writeEndObject();
    }
}
