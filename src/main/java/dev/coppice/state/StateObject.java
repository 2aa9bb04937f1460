package dev.coppice.state;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.RawJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * A session's state object: one JSON object that an agent stores with the session. As a response body it is the object
 * itself, without the version.
 *
 * @param json the JSON object
 * @param version version of the state object, sent as the header {@code ETag}; 0 if none was stored yet
 */
public record StateObject(byte[] json, long version) implements JsonBody {
    /** The state object of a session if none was stored yet: an empty object with version 0. */
    static final StateObject NONE = new StateObject("{}".getBytes(StandardCharsets.UTF_8), 0);

    @Override
    public void write(JsonGenerator out) throws IOException {
        RawJson.write(out, json);
    }
}
