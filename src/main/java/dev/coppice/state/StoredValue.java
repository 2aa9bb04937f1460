package dev.coppice.state;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.RawJson;
import java.io.IOException;

/**
 * What stands under a key, bare: the JSON as it was sent, or the array of a list's items, which are read while it is
 * written.
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
