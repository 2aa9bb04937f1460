package dev.coppice.state;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.RawJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A session's state object; its JSON form is the object itself, without a version. */
public record StateObject(byte[] json, long version) implements JsonBody {
    /** The state object of a session that has stored none: empty, with version 0. */
    static final StateObject NONE = new StateObject("{}".getBytes(StandardCharsets.UTF_8), 0);

    @Override
    public void write(JsonGenerator out) throws IOException {
        RawJson.write(out, json);
    }
}
