package dev.coppice.state;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.RawJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * A session's state object. As a response body it is the object itself, without the version.
 *
 * @param json the JSON object
 * @param version version of the state object, used as its ETag; 0 while none was stored
 */
public record StateObject(byte[] json, long version) implements JsonBody {
    /** The state object of a session for which none was stored: an empty object with version 0. */
    static final StateObject NONE = new StateObject("{}".getBytes(StandardCharsets.UTF_8), 0);

    @Override
    public void write(JsonGenerator out) throws IOException {
        RawJson.write(out, json);
    }
}
