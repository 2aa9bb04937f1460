package dev.coppice.agent;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.Envelope;
import dev.coppice.json.JsonBody;
import dev.coppice.json.JsonInput;
import java.io.IOException;

/**
 * Settings for the profiles that are made from the messages of an agent's users. Immutable.
 *
 * @param every number of new messages of a session after which its user is analyzed, at the end of a user turn; 0 to
 *     analyze on request only
 * @param mode the way in which an analysis changes an existing profile
 * @param schema the fields of a profile
 */
public record ProfileSpec(int every, ProfileMode mode, ProfileSchema schema) implements JsonBody {
    /**
     * The settings for an agent that declares {@code "profile": true}; also used to analyze a user when the request
     * names no session.
     */
    public static final ProfileSpec DEFAULT = new ProfileSpec(1, ProfileMode.UPDATE, ProfileSchema.DEFAULT);

    /**
     * Reads the settings at the reader's position: an object, {@code true} for {@link #DEFAULT}, or {@code false} for
     * none. Returns null for none.
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
