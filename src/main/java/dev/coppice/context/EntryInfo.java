package dev.coppice.context;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.Times;
import java.io.IOException;

/**
 * An entry of a block, as it is shown.
 *
 * @param version for {@code If-Match}; 0 when the provider keeps none. Not part of the JSON
 * @param createdAt epoch milliseconds, null when the provider keeps none
 * @param updatedAt epoch milliseconds, null when the provider keeps none
 */
public record EntryInfo(ContextEntry entry, long version, Long createdAt, Long updatedAt) implements JsonBody {
    static EntryInfo of(ContextEntry entry) {
        return new EntryInfo(entry, 0, null, null);
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
