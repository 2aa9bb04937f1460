package dev.coppice.memory;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.NullableMembers;
import java.io.IOException;
import java.util.List;

/**
 * Result of an analysis of a user.
 *
 * @param profile the profile after the analysis, or null if the user has none
 * @param changed true if the analysis wrote the profile
 * @param prompts number of the user's messages that were analyzed
 * @param dropped JSON pointers to the first 20 values in the model's answer that do not match the schema
 */
public record Analysis(ProfileInfo profile, boolean changed, int prompts, List<String> dropped) implements JsonBody {
    long version() {
        return profile == null ? 0 : profile.version();
    }

    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeBooleanField("changed", changed);
        NullableMembers.body(out, "profile", profile);
        out.writeNumberField("prompts", prompts);
        out.writeArrayFieldStart("dropped");
        for (var pointer : dropped) {
            out.writeString(pointer);
        }
        out.writeEndArray();
        out.writeEndObject();
    }
}
