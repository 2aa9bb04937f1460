package dev.coppice.state;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.RawJson;
import java.io.IOException;

/**
 * A stored value as a response. In JSON it is the value itself. A single value is sent as it was stored. A list is an
 * array; its items are read while they are sent.
 *
 * @param kind whether the value is a list or a single value
 * @param version version of the value, sent as the header {@code ETag}
 * @param single the JSON of a single value; null for a list
 * @param list the items; null for a single value
 */
public record StoredValue(ValueKind kind, long version, byte[] single, ListWindow list) implements JsonBody {
    @Override
    public void write(JsonGenerator out) throws IOException {
        if (kind == ValueKind.LIST) {
            list.writeItems(out);
        } else {
            RawJson.write(out, single);
        }
    }
}
