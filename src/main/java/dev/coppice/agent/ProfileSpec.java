package dev.coppice.agent;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.Envelope;
import dev.coppice.json.JsonBody;
import dev.coppice.json.JsonInput;
import java.io.IOException;

/**
 * Settings for the profiles that are made from the messages of an agent's users. Immutable.
 *
 * @param every number of new messages in a session after which the session's user is analyzed; 0 to analyze on request
 *     only
 * @param mode how an analysis changes an existing profile
 * @param schema the fields of a profile
 */
public record ProfileSpec(int every, ProfileMode mode, ProfileSchema schema) implements JsonBody {
    /**
     * The settings of an agent that declares {@code "profile": true}. They also apply to a request to analyze a user if
     * it names no session, or if the session's agent declares no profile.
     */
    public static final ProfileSpec DEFAULT = new ProfileSpec(1, ProfileMode.UPDATE, ProfileSchema.DEFAULT);

    /**
     * Reads the settings. The reader must be at their value: an object, {@code true} for {@link #DEFAULT}, or
     * {@code false} for none. Returns null for none. Throws 400 {@code malformed} if a value has the wrong type or a
     * name occurs twice, 400 {@code unknown-field} if a member is unknown, 400 {@code out-of-range} if {@code every} is
     * outside its limits, 422 {@code invalid} if the mode or the schema is invalid.
     */
    static ProfileSpec read(JsonInput in) {
        if (!in.atObject()) {
            return in.bool() ? DEFAULT : null;
        }
        var reader = new Reader();
        Envelope.object(in, member -> reader.member(in, member));
        return new ProfileSpec(reader.every, reader.mode, reader.schema);
    }

    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeNumberField("every", every);
        out.writeStringField("mode", mode.word());
        out.writeFieldName("schema");
        schema.write(out);
        out.writeEndObject();
    }

    private static final class Reader {
        private int every = DEFAULT.every;
        private ProfileMode mode = DEFAULT.mode;
        private ProfileSchema schema = DEFAULT.schema;

        Runnable member(JsonInput in, String member) {
            return switch (member) {
                case "every" -> () -> every = (int) in.integer(0, SummarySpec.MAX_EVERY);
                case "mode" -> () -> mode = ProfileMode.of(in.string(), in.pointer());
                case "schema" -> () -> schema = ProfileSchema.read(in);
                default -> in.unknown();
            };
        }
    }
}
