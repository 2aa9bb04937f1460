package dev.coppice.memory;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.RawJson;
import java.io.IOException;

/**
 * A copy of a user's profile.
 *
 * @param json a JSON object; the array must not be modified
 * @param version version of the profile, sent as the header {@code ETag} and not in the JSON
 */
public record ProfileInfo(byte[] json, long version) implements JsonBody {
    @Override
    public void write(JsonGenerator out) throws IOException {
        RawJson.write(out, json);
    }
}
