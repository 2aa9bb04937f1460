package dev.coppice.memory;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.RawJson;
import java.io.IOException;

/**
 * A profile at one moment.
 *
 * @param json an object; the array must not be modified
 * @param version the ETag; not part of the JSON
 */
public record ProfileInfo(byte[] json, long version) implements JsonBody {
    @Override
    public void write(JsonGenerator out) throws IOException {
        RawJson.write(out, json);
    }
}
