package dev.coppice.state;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.RawJson;
import java.io.IOException;

/**
 * A value as a response. Its JSON form is the value itself: a single value as it was sent, or a list as an array whose
 * items are read while they are sent.
 *
 * @param kind whether the value is a list or a single value
 * @param version version of the value, used as its ETag
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
