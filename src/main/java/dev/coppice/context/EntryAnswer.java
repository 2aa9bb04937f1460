package dev.coppice.context;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.Times;
import java.io.IOException;

/**
 * An entry of a block, as returned in JSON.
 *
 * @param entry the entry, in a listing without content
 * @param version version of the entry, returned as ETag; 0 if the provider has no versions; not a member of the JSON
 * @param createdAt milliseconds since the epoch; null if the provider does not store it
 * @param updatedAt milliseconds since the epoch; null if the provider does not store it
 */
public record EntryAnswer(BlockEntry entry, long version, Long createdAt, Long updatedAt) implements JsonBody {
    /** Returns the answer for an entry that has no versions. */
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
