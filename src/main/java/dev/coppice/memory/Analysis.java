package dev.coppice.memory;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.Nullable;
import java.io.IOException;
import java.util.List;

/**
 * What an analysis came to.
 *
 * @param profile as it is now, or null while there is none
 * @param changed true when it was written
 * @param prompts of the user that were looked at
 * @param dropped JSON pointers to what the model has answered besides the schema, the first ones
 */
public record Analysis(ProfileInfo profile, boolean changed, int prompts, List<String> dropped) implements JsonBody {
    long version() {
        return profile == null ? 0 : profile.version();
    }

    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeBooleanField("changed", changed);
        Nullable.body(out, "profile", profile);
        out.writeNumberField("prompts", prompts);
        out.writeArrayFieldStart("dropped");
        for (var pointer : dropped) {
            out.writeString(pointer);
        }
        out.writeEndArray();
        out.writeEndObject();
    }
}
