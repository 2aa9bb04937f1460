package dev.coppice.state;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.NullableMembers;
import dev.coppice.json.Times;
import java.io.IOException;

/**
 * A key under which a session stores a value, with the properties of the value, but without the value itself.
 *
 * @param count number of items in a list; null for a single value
 * @param bytes bytes of the JSON of a single value, or of all items of a list together
 * @param version version of the value
 * @param createdAt time when the value was first stored, in milliseconds since the epoch; in JSON ISO-8601
 * @param updatedAt time of the last write, in milliseconds since the epoch; in JSON ISO-8601
 */
public record ValueInfo(
        String key, ValueKind kind, Integer count, long bytes, long version, long createdAt, long updatedAt)
        implements JsonBody {
    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("key", key);
        out.writeStringField("kind", kind.word());
        NullableMembers.number(out, "count", count);
        out.writeNumberField("bytes", bytes);
        out.writeNumberField("version", version);
        out.writeStringField("createdAt", Times.text(createdAt));
        out.writeStringField("updatedAt", Times.text(updatedAt));
        out.writeEndObject();
    }
}
