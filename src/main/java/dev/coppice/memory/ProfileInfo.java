package dev.coppice.memory;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.RawJson;
import java.io.IOException;

/**
 * A profile as it stood at one moment.
 *
 * @param json an object; nobody writes into the array
 * @param version for {@code If-Match}; not part of the JSON, but its ETag
 */
public record ProfileInfo(byte[] json, long version) implements JsonBody {
    @Override
    public void write(JsonGenerator out) throws IOException {
        RawJson.write(out, json);
    }
}
